/*
 * Partners take turns: the even one puts, flushes and sends a message; the odd one reads behind the message. The entry of the table that the
 * argument names says whether the put goes to the first or to the last word of the partner.
 *
 * With one entry, the flush is for the own rank, not for the partner: it does not complete the put (MPI 4.1, 12.5.4).
 */
//@ expect: error RMA201 A B
//@ twin: flush_of_the_partner_ok.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct way {
    const char *name;
    int last;
};

static const struct way ways[] = {{"first", 0}, {"last", 1}};

static const struct way *find(const char *name)
{
    for (int i = 0; i < 2; i++)
        if (!strcmp(ways[i].name, name))
            return &ways[i];
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, size;
    long *cells, value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const struct way *way = argc > 1 ? find(argv[1]) : NULL;
    if (!way || size % 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int peer = rank % 2 ? rank - 1 : rank + 1;
    int flushed = way->last ? rank : peer;
    MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    if (rank % 2 == 0) {
        MPI_Put(&value, 1, MPI_LONG, peer, way->last, 1, MPI_LONG, win); //@ A
        MPI_Win_flush(flushed, win);
        MPI_Send(NULL, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%ld\n", cells[way->last]); //@ B
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
