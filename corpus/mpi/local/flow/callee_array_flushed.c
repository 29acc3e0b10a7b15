/*
 * A helper packs values into a local array, sends them and hands their sum out through a pointer.
 *
 * The helper flushes (MPI 4.1, 12.5.4) before it returns, so nothing is pending on the array when its
 * lifetime ends.
 */
//@ expect: none
//@ twin: callee_array_dies.c
#include <mpi.h>
#include <stdio.h>

static void pack_and_send(int base, int *sum, int to, MPI_Win win)
{
    int pack[5];

    *sum = 0;
    for (int i = 0; i < 5; i++) {
        pack[i] = base + i;
        *sum += pack[i];
    }
    MPI_Put(pack, 5, MPI_INT, to, 0, 5, MPI_INT, win);
    MPI_Win_flush_local(to, win);
}

int main(int argc, char **argv)
{
    int rank, size, *mem, t;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(5 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    pack_and_send(rank, &t, (rank + 1) % size, win);
    printf("sum %d\n", t);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
