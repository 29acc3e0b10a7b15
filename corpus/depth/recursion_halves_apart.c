// A function splits a range in halves down to a depth of two and gets each half's first value. Each half has a
// slot of its own.
//
// MPI 4.1, 12.7.1: memory that a pending get fills must not be the result of another pending get.
//@ expect: none
//@ twin: recursion_halves_overlap.c
#include <mpi.h>
#include <stdio.h>

static void fetch(int depth, int slot, double *out, int target, MPI_Win win) {
    if (depth == 0) {
        MPI_Get(out + slot, 1, MPI_DOUBLE, target, slot, 1, MPI_DOUBLE, win);
        return;
    }
    fetch(depth - 1, 2 * slot, out, target, win);
    fetch(depth - 1, 2 * slot + 1, out, target, win);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *base, out[2];
    MPI_Win win;
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    fetch(1, 0, out, (rank + 1) % size, win);
    MPI_Win_fence(0, win);
    printf("%g\n", out[0] + out[1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
