/*
 * One process adds with a contiguous type of two elements, another with a basic type.
 *
 * The derived type is made of floats: the basic types differ (MPI 4.1, 12.3.4, 12.7.1). Happens with 2 or
 * more processes.
 */
//@ expect: error RMA301 A B
//@ twin: accumulate_block_of_ints.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Datatype two;
    float pair[2] = {1, 2};
    int one = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Type_contiguous(2, MPI_FLOAT, &two);
    MPI_Type_commit(&two);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(pair, 1, two, 0, 0, 1, two, MPI_SUM, win); //@ A
    if (rank == 1)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win); //@ B
    MPI_Win_fence(0, win);
    MPI_Type_free(&two);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
