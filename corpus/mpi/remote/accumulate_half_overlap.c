/*
 * Each process adds to an int of the window of rank 0; the displacement unit is one byte.
 *
 * The displacements are two bytes apart: the ints overlap by half, and atomicity holds for one element only
 * (MPI 4.1, 12.7.1). Happens with 2 or more processes.
 */
//@ expect: error RMA301 A A
//@ twin: accumulate_whole_elements.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int one = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (size + 1), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 2 * rank, 1, MPI_INT, MPI_SUM, win); //@ A
    MPI_Win_unlock(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
