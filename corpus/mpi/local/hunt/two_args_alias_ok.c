// A helper gets two pointers; the caller passes two buffers. A put reads its origin buffer until the unlock
// (MPI 4.1, 12.3 and 12.5.3).
//
//@ expect: none
//@ twin: two_args_alias_race.c
#include <mpi.h>
#include <stdio.h>

#define N 8

static void inner(int *out, int *next, int to, MPI_Win w)
{
    MPI_Put(out, N, MPI_INT, to, 0, N, MPI_INT, w);
    next[N - 1] = to;
}

static void forward(int *out, int *next, int to, MPI_Win w)
{
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, w);
    inner(out, next, to, w);
    MPI_Win_unlock(to, w);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int buf[N] = {0}, spare[N] = {0};
    forward(buf, spare, right, win);
    printf("%d %d\n", buf[0], spare[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
