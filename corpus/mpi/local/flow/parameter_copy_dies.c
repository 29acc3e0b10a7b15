/*
 * A helper sends a small structure that it gets by value or by address.
 *
 * The parameter is a copy with automatic storage; it dies at the return (C17, 6.2.4 and 6.9.1), while
 * the put that reads it is pending (MPI 4.1, 12.3).
 */
//@ expect: error RMA401 A E
//@ twin: parameter_pointer_lives.c
#include <mpi.h>

typedef struct { double re, im; } cplx;

static MPI_Win win;

static void emit(cplx v, int to)
{
    MPI_Put(&v, 2, MPI_DOUBLE, to, 0, 2, MPI_DOUBLE, win); //@ A
} //@ E

int main(int argc, char **argv)
{
    int rank, size;
    double *mem;
    cplx root;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    root.re = rank;
    root.im = -rank;

    MPI_Win_fence(0, win);
    emit(root, (rank + 1) % size);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
