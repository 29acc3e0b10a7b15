/*
 * The others read a cell of rank 0 by MPI_Fetch_and_op with MPI_NO_OP.
 *
 * Rank 0 only loads it: nobody writes.
 */
//@ expect: none
//@ twin: atomic_read_and_store.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    int seen = 0, copy = 0, cell = 5;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank > 0)
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
    if (rank == 0)
        copy = cell;
    MPI_Win_unlock_all(win);
    printf("%d\n", seen + copy);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
