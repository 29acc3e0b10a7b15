/*
 * Rank 0 adds to every second double of the last rank with a vector type; rank 1 adds to four doubles in a
 * row.
 *
 * The vector is one of floats, which lie in the same bytes (MPI 4.1, 12.3.4, 12.7.1). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA301 A B
//@ twin: vector_of_doubles.c
#include <mpi.h>
#include <stdio.h>

static MPI_Datatype every_second(MPI_Datatype basic)
{
    MPI_Datatype type;

    MPI_Type_vector(4, 1, 2, basic, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv)
{
    int rank, size, last;
    double one[8] = {1, 1, 1, 1, 1, 1, 1, 1}, *mem;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    last = size - 1;
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 8; i++)
        mem[i] = 0;
    type = every_second(MPI_FLOAT);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(one, 1, type, last, 0, 1, type, MPI_SUM, win); //@ A
    if (rank == 1)
        MPI_Accumulate(one, 4, MPI_DOUBLE, last, 0, 4, MPI_DOUBLE, MPI_SUM, win); //@ B
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    if (rank == last)
        printf("%g %g\n", mem[0], mem[2]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
