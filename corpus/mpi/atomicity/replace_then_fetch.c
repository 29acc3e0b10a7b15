/*
 * Each process writes a value into its right neighbour and fetches it back in the same epoch, without a flush
 * between.
 *
 * It writes by an accumulate: accumulate-class operations of one origin on one location are ordered (MPI 4.1,
 * 12.7.2).
 */
//@ expect: none
//@ twin: put_then_fetch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, right, back = -1, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = rank + 1 < size ? rank + 1 : 0;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Fetch_and_op(NULL, &back, MPI_INT, right, 0, MPI_NO_OP, win);
    MPI_Win_unlock(right, win);
    printf("%d\n", back);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
