#ifndef TRANSPOSE_H
#define TRANSPOSE_H

#include <shmem.h>

/* `width` columns of a matrix of the given order, one behind the other. */
typedef struct {
    int me;
    int npes;
    long order;
    long width;
    long first;
    double *strip;
} Matrix;

typedef struct {
    double turn;
    double put;
    double take;
} Times;

typedef struct {
    long block;  /* elements of a block */
    long tile;
    int in_order;
    unsigned long round;
    double *staging; /* [npes][block], private: turned blocks */
    double *landing; /* [npes][block], symmetric: blocks that have come */
    unsigned long *flags; /* [npes], symmetric: the round of the block of each PE */
    int *taken;           /* [npes], private */
} Exchange;

void matrix_create(Matrix *matrix, long order);
void matrix_destroy(Matrix *matrix);

void exchange_create(Exchange *exchange, const Matrix *matrix, long tile, int in_order);
void exchange_destroy(Exchange *exchange);

/* Collective: to becomes the transpose of from. */
void exchange_transpose(Exchange *exchange, const Matrix *from, Matrix *to, Times *times);

#endif
