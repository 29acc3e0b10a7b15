// Blocks of 8 arrive at every 16th element; the last element of the first block is read meanwhile (MPI 4.1, 6.8, 6.12).
//
//@ expect: error RMA105 A B
//@ twin: alltoallv_between_blocks_ok.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int me, n;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    int *counts = malloc(n * sizeof *counts), *places = malloc(n * sizeof *places);
    double *out = malloc(16 * n * sizeof *out), *in = malloc(16 * n * sizeof *in), sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < n; i++) {
        counts[i] = 8;
        places[i] = 16 * i;
    }
    for (int i = 0; i < 16 * n; i++)
        out[i] = in[i] = i;
    MPI_Ialltoallv(out, counts, places, MPI_DOUBLE, in, counts, places, MPI_DOUBLE, MPI_COMM_WORLD, &request); //@ A
    sum += in[7]; //@ B
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sum += in[0];
    MPI_Finalize();
    return sum > 1000;
}
