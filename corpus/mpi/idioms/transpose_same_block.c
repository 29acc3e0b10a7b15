/*
 * A matrix in blocks is transposed: block (rank, t) goes to process t, as its block number `rank`.
 *
 * The block number is rank / count, which is 0 everywhere: all origins write block 0 (MPI 4.1, 12.7). Happens
 * with 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: transpose.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { B = 3, CELLS = B * B };

struct blocks {
    int count;
    float *of_mine, *of_all;
    MPI_Win win;
};

static void transpose(struct blocks *m, int rank)
{
    MPI_Aint at = (MPI_Aint)CELLS * (rank / m->count);

    MPI_Win_fence(0, m->win);
    for (int t = 0; t < m->count; t++) {
        const float *block = m->of_mine + CELLS * t;
        for (int row = 0; row < B; row++)
            MPI_Put(block + B * row, B, MPI_FLOAT, t, at + B * row, B, MPI_FLOAT, m->win); //@ A
    }
    MPI_Win_fence(0, m->win);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Aint bytes;
    struct blocks m;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m.count);
    bytes = (MPI_Aint)sizeof(float) * CELLS * m.count;
    m.of_mine = calloc((size_t)m.count * CELLS, sizeof(float));
    if (m.of_mine == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(bytes, sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &m.of_all, &m.win);

    transpose(&m, rank);
    printf("%g\n", m.of_all[0]);
    free(m.of_mine);

    MPI_Win_free(&m.win);
    MPI_Finalize();
    return 0;
}
