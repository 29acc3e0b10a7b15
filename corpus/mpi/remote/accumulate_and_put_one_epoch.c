/*
 * Rank 0 puts a first value into the last rank's counter; all add to it.
 *
 * Put and accumulate stand in one epoch: accumulate is atomic only against accumulate-class calls (MPI 4.1,
 * 12.7.1, 12.7). Happens with any number of processes.
 */
//@ expect: error RMA301 A B
//@ twin: accumulate_and_put_two_epochs.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int first = 100, one = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&first, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win); //@ A
    MPI_Accumulate(&one, 1, MPI_INT, size - 1, 0, 1, MPI_INT, MPI_SUM, win); //@ B
    MPI_Win_fence(0, win);
    if (rank == size - 1)
        printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
