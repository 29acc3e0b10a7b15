/* Transposition by puts, correct version: block `rank` of every target, a fence before the reading and one after. */
#include "matrix.h"

static void pack(struct Matrix *matrix)
{
    int rows = matrix->rows;

    for (int target = 0; target < matrix->size; target++) {
        struct Complex *block = matrix->outgoing + matrix_block_start(matrix, target);

        for (int row = 0; row < rows; row++)
            for (int col = 0; col < rows; col++)
                block[col * rows + row] = matrix->data[row * matrix->order + target * rows + col];
    }
}

static void send_blocks(struct Matrix *matrix)
{
    int count = (int)matrix_block(matrix);
    MPI_Aint slot = matrix_block_start(matrix, matrix->rank);

    for (int step = 0; step < matrix->size; step++) {
        /* Everyone begins with another target. */
        int to = (matrix->rank + step) % matrix->size;
        const struct Complex *block = matrix->outgoing + matrix_block_start(matrix, to);

        MUST(MPI_Put(block, count, matrix->number, to, slot, count, matrix->number, matrix->win));
    }
}

static void unpack(struct Matrix *matrix)
{
    int rows = matrix->rows;

    for (int source = 0; source < matrix->size; source++) {
        const struct Complex *block = matrix->incoming + matrix_block_start(matrix, source);

        for (int row = 0; row < rows; row++)
            for (int col = 0; col < rows; col++)
                matrix->data[row * matrix->order + source * rows + col] = block[row * rows + col];
    }
}

void matrix_transpose(struct Matrix *matrix)
{
    pack(matrix);
    send_blocks(matrix);
    MUST(MPI_Win_fence(0, matrix->win));
    unpack(matrix);
    /* The blocks of the next transposition come only after everyone has unpacked this one. */
    MUST(MPI_Win_fence(0, matrix->win));
}
