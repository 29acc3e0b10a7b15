/*
 * Each process writes its rank into a cell of rank 0; any of the values would do.
 *
 * MPI_Accumulate with MPI_REPLACE is an atomic put (MPI 4.1, 12.3.4, 12.7.1; thesis, Table 2.2: remote atomic
 * write twice).
 */
//@ expect: none
//@ twin: table_put_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *winner;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    winner = NULL;
    MPI_Win_allocate(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &winner, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("%d was last\n", winner[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
