// Every rank puts the block of the next rank, in its own table, to that rank, and an in-place MPI_Allgather fills that block meanwhile.
// What the others contribute is written into their blocks of the receive buffer (MPI 4.1, 6.7), which the put still reads (12.3). From 2
// processes on.
//
//@ expect: error RMA101 A B
//@ twin: allgather_in_place_own_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, next, cell = 0, *all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    next = (rank + 1) % size;
    all = calloc(size, sizeof(int));
    all[rank] = rank;

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&all[next], 1, MPI_INT, next, 0, 1, MPI_INT, win); //@ A
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD); //@ B
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    printf("%d: %d %d\n", rank, cell, all[0]);
    MPI_Win_free(&win);
    free(all);
    MPI_Finalize();
    return 0;
}
