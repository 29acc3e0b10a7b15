/*
 * A dynamic window: each process attaches memory, sends its address to the left neighbour, which adds to it, and takes the memory out of
 * the window again.
 *
 * Nothing orders the detaching call with the accumulate of the left neighbour: memory that is detached must not be the target of an
 * operation (MPI 4.1, 12.2.4). The displacement is a received value, hence a warning. From 2 processes on.
 */
//@ expect: warning RMA402 A B
//@ twin: dynamic_detached_after_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1;
    MPI_Aint here, there;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int *sums = calloc(4, sizeof *sums);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, sums, 4 * sizeof *sums);
    MPI_Get_address(sums, &here);
    MPI_Sendrecv(&here, 1, MPI_AINT, left, 0, &there, 1, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, right, there, 1, MPI_INT, MPI_SUM, win); //@ A
    MPI_Win_unlock(right, win);

    MPI_Win_detach(win, sums); //@ B
    free(sums);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
