/*
 * Each process puts a pair of values at displacement k * rank of the last rank's window.
 *
 * k is 1: the second value of a process is where the first one of the next process goes (MPI 4.1, 12.7).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: slots_stride_fits.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int pair[2], *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (2 * size), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    pair[0] = rank;
    pair[1] = -rank;

    MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
    MPI_Put(pair, 2, MPI_INT, size - 1, rank, 2, MPI_INT, win); //@ A
    MPI_Win_unlock(size - 1, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
