/* A square complex matrix, distributed by rows. */
#ifndef MATRIX_H
#define MATRIX_H

#include "fft.h"

#include <mpi.h>
#include <stddef.h>

#define MUST(call) must((call), __FILE__, __LINE__)

struct Matrix {
    MPI_Comm comm;
    int rank, size;
    int order;                /* rows and columns of the whole matrix */
    int rows;                 /* own rows: order / size */
    struct Complex *data;     /* private, rows * order */
    struct Complex *outgoing; /* private: one block for each rank, already transposed */
    struct Complex *incoming; /* window memory: one block from each rank */
    MPI_Datatype number;      /* struct Complex */
    MPI_Win win;
};

void must(int code, const char *file, int line);

/* Collective; the number of ranks must divide `order`. An epoch is open on return. */
void matrix_create(struct Matrix *matrix, int order, MPI_Comm comm);
void matrix_destroy(struct Matrix *matrix);

/* Entries of one block, and where the block of rank `rank` begins in `outgoing` and `incoming`. */
size_t matrix_block(const struct Matrix *matrix);
MPI_Aint matrix_block_start(const struct Matrix *matrix, int rank);

/* transpose_*.c; collective. */
void matrix_transpose(struct Matrix *matrix);

#endif
