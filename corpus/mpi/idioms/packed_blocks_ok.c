/*
 * Process 0 packs blocks of a matrix, column by column, and puts each to another process. Each block has memory of its own.
 *
 * A block is packed before its put, and nothing is stored to it afterwards: blocks of different processes are disjoint. At -O2 the loop that
 * packs is vectorised, with a rest whose first column is chosen at run time.
 */
//@ expect: none
//@ twin: packed_blocks_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, width = 100, i, j;
    double *matrix, *blocks, *block, *in;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        width = atoi(argv[1]);
    if (width < 1 || size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    matrix = calloc((size_t)width * size * width, sizeof(double));
    blocks = malloc((size_t)width * width * size * sizeof(double));
    MPI_Win_allocate((size_t)width * width * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);
    MPI_Win_lock_all(0, win);
    for (int to = 1; rank == 0 && to < size; to++) {
        block = blocks + (size_t)width * width * to;
        for (i = 0; i < width; i++)
            for (j = 0; j < width; j++)
                block[j + width * i] = matrix[i + (size_t)width * size * j];
        MPI_Put(block, width * width, MPI_DOUBLE, to, 0, width * width, MPI_DOUBLE, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(blocks);
    free(matrix);
    MPI_Finalize();
    return 0;
}
