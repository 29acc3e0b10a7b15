// An address is kept as an integer, as allocators and tagged pointers do, and made a pointer again. It is that of the element behind the ones that a get fills.
//
// MPI 4.1, 12.7.1: memory that a pending get fills must not be read. The get fills elements 0 and 1.
//@ expect: none
//@ twin: address_as_integer_hits.c
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

static uintptr_t handle_of(const double *x) { return (uintptr_t)x; }

static double value_of(uintptr_t handle, int i) { return ((const double *)handle)[i]; }

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base, values[3] = {0, 0, 3};
    MPI_Win win;
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    uintptr_t handle = handle_of(values);
    MPI_Win_fence(0, win);
    MPI_Get(values, 2, MPI_DOUBLE, (rank + 1) % size, 0, 2, MPI_DOUBLE, win);
    double x = value_of(handle, 2);
    MPI_Win_fence(0, win);
    printf("%g %g\n", x, values[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
