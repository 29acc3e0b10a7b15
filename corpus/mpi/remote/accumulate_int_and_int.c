/*
 * Two processes add to one location of rank 0.
 *
 * Both add an int; concurrent accumulates of one type and one operation are allowed (MPI 4.1, 12.7.1).
 */
//@ expect: none
//@ twin: accumulate_int_and_float.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int i = 1, *mem;
    int j = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Accumulate(&i, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 1)
        MPI_Accumulate(&j, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
