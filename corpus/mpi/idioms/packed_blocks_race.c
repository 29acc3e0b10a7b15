/*
 * Process 0 packs blocks of a matrix, column by column, and puts each to another process. All blocks are packed in the same memory.
 *
 * The next block is packed while the put of the last one is pending (MPI 4.1, 12.7: the origin buffer must not be changed until the
 * operation is complete at the origin). Happens with 3 or more processes.
 */
//@ expect: error RMA101 A B
//@ twin: packed_blocks_ok.c
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
        block = blocks + (size_t)width * width * 0;
        for (i = 0; i < width; i++)
            for (j = 0; j < width; j++)
                block[j + width * i] = matrix[i + (size_t)width * size * j]; //@ B
        MPI_Put(block, width * width, MPI_DOUBLE, to, 0, width * width, MPI_DOUBLE, win); //@ A
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(blocks);
    free(matrix);
    MPI_Finalize();
    return 0;
}
