/* A vector that is distributed by blocks of BLOCK numbers: every process fills its block, sends its last number to its right neighbour's
 * halo, and smooths its block with it. */
#include "client.h"
#include "gas.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    gas_init();
    int steps = argc > 1 ? atoi(argv[1]) : 4;
    struct vector v;
    vector_make(&v);
    for (int i = 0; i < BLOCK; i++)
        v.own[1 + i] = gas_rank() * BLOCK + i;
    gas_sync();
    for (int step = 0; step < steps; step++)
        vector_smooth(&v);
    double sum = vector_sum(&v);
    if (gas_rank() == 0)
        printf("%g\n", sum);
    vector_free(&v);
    gas_finalize();
    MPI_Finalize();
    return 0;
}
