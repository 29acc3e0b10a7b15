/*
 * A process puts into its own window and loads the cell.
 *
 * A flush of the own rank completes it at the target (MPI 4.1, 12.5.4); no other process takes part.
 */
//@ expect: none
//@ twin: self_put_load.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Put(&x, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(rank, win);
    printf("%d\n", mem[0]);
    MPI_Win_unlock(rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
