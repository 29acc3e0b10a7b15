/*
 * Processes of the lower half put to their partners in the upper half. How the puts are synchronised (fences, locks, flushes) stands in a
 * table of functions, in which the program looks the name of its argument up. A message says that the data are there.
 *
 * In the modes with locks the message is sent before the unlock that completes the put (MPI 4.1, 12.5.3): the partner reads while the put is
 * pending. Happens with 2 or more processes and the argument `lock` or `flush`.
 */
//@ expect: error RMA201 A B
//@ twin: modes_in_a_table_ok.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct mode {
    const char *name;
    void (*begin)(int peer, MPI_Win win);
    void (*end)(int peer, MPI_Win win);
    int everybody; /* the receiving side calls them as well */
};

static void fence(int peer, MPI_Win win)
{
    (void)peer;
    MPI_Win_fence(0, win);
}

static void lock(int peer, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
}

static void unlock(int peer, MPI_Win win)
{
    MPI_Win_unlock(peer, win);
}

static void lock_all(int peer, MPI_Win win)
{
    (void)peer;
    MPI_Win_lock_all(0, win);
}

static void flush(int peer, MPI_Win win)
{
    MPI_Win_flush(peer, win);
    MPI_Win_unlock_all(win);
}

static const struct mode modes[] = {
    {"fence", fence, fence, 1},
    {"lock", lock, unlock, 0},
    {"flush", lock_all, flush, 0},
};

static const struct mode *find(const char *name)
{
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(modes[i].name, name) == 0)
            return &modes[i];
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, size, half, peer, sends, receives;
    long out[8] = {0}, sum = 0, *in;
    const struct mode *mode;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    half = size / 2;
    mode = find(argc > 1 ? argv[1] : "fence");
    if (half == 0 || mode == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank < half)
        peer = rank + half;
    else if (rank < 2 * half)
        peer = rank - half;
    else
        peer = -1;
    sends = peer >= 0 && rank < half;
    receives = peer >= 0 && rank >= half;
    MPI_Win_allocate(sizeof out, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int n = 0; n < 50; n++) {
        int acts = sends || mode->everybody;

        if (acts)
            mode->begin(peer, win);
        if (sends)
            MPI_Put(out, 8, MPI_LONG, peer, 0, 8, MPI_LONG, win); //@ A
        if (sends && !mode->everybody)
            MPI_Send(NULL, 0, MPI_BYTE, peer, 3, MPI_COMM_WORLD);
        if (acts)
            mode->end(peer, win);
        if (sends && mode->everybody)
            MPI_Send(NULL, 0, MPI_BYTE, peer, 3, MPI_COMM_WORLD);
        if (receives) {
            MPI_Recv(NULL, 0, MPI_BYTE, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += in[0]; //@ B
            MPI_Send(NULL, 0, MPI_BYTE, peer, 4, MPI_COMM_WORLD);
        }
        if (sends)
            MPI_Recv(NULL, 0, MPI_BYTE, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
