#include "matrix.h"

#include <stdio.h>
#include <stdlib.h>

void must(int code, const char *file, int line)
{
    if (code == MPI_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: code %d\n", file, line, code);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static struct Complex *numbers(size_t count)
{
    struct Complex *memory = malloc(count * sizeof *memory);

    if (memory == NULL)
        must(MPI_ERR_NO_MEM, __FILE__, __LINE__);
    return memory;
}

size_t matrix_block(const struct Matrix *matrix)
{
    return (size_t)matrix->rows * (size_t)matrix->rows;
}

MPI_Aint matrix_block_start(const struct Matrix *matrix, int rank)
{
    return (MPI_Aint)rank * matrix->rows * matrix->rows;
}

void matrix_create(struct Matrix *matrix, int order, MPI_Comm comm)
{
    size_t own;

    matrix->comm = comm;
    MUST(MPI_Comm_rank(comm, &matrix->rank));
    MUST(MPI_Comm_size(comm, &matrix->size));
    matrix->order = order;
    matrix->rows = order / matrix->size;
    own = (size_t)matrix->rows * (size_t)order;
    matrix->data = numbers(own);
    matrix->outgoing = numbers(own);

    MUST(MPI_Type_contiguous(2, MPI_DOUBLE, &matrix->number));
    MUST(MPI_Type_commit(&matrix->number));
    MUST(MPI_Win_allocate((MPI_Aint)(own * sizeof(struct Complex)), (int)sizeof(struct Complex), MPI_INFO_NULL, comm,
                          &matrix->incoming, &matrix->win));
    MUST(MPI_Win_fence(MPI_MODE_NOPRECEDE, matrix->win));
}

void matrix_destroy(struct Matrix *matrix)
{
    MUST(MPI_Win_fence(MPI_MODE_NOSUCCEED, matrix->win));
    MUST(MPI_Win_free(&matrix->win));
    MUST(MPI_Type_free(&matrix->number));
    free(matrix->outgoing);
    free(matrix->data);
}
