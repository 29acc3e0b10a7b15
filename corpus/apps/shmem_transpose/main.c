#include "transpose.h"
#include <stdio.h>
#include <stdlib.h>

double *arrived;
uint64_t *told;

/* Block `p` of the own rows, as rows of the transposed matrix. */
static void pack(const double *rows, double *blocks, int n) {
    for (int p = 0; p < n; p++)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < ROWS; j++)
                blocks[p * BLOCK + j * ROWS + i] = rows[i * n * ROWS + p * ROWS + j];
}

static void unpack(double *rows, int n) {
    for (int p = 0; p < n; p++)
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < ROWS; j++)
                rows[i * n * ROWS + p * ROWS + j] = arrived[p * BLOCK + i * ROWS + j]; //@ READ
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double *rows = malloc(n * BLOCK * sizeof(double));
    double *blocks = malloc(n * BLOCK * sizeof(double));
    arrived = shmem_malloc(n * BLOCK * sizeof(double));
    told = shmem_calloc(n, sizeof(uint64_t));

    for (int i = 0; i < n * BLOCK; i++)
        rows[i] = me + 0.001 * i;
    for (int step = 0; step < STEPS; step++) {
        pack(rows, blocks, n);
        exchange(blocks, step);
        unpack(rows, n);
        release();
    }

    double sum = 0;
    for (int i = 0; i < n * BLOCK; i++)
        sum += rows[i];
    printf("%d: %f\n", me, sum);
    shmem_free(told);
    shmem_free(arrived);
    free(blocks);
    free(rows);
    shmem_finalize();
    return 0;
}
