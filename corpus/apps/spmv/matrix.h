/* A square sparse matrix in compressed rows, distributed in blocks of rows. */
#ifndef MATRIX_H
#define MATRIX_H

struct Matrix {
    int rows_global;
    int block;      /* rows a rank, the last one may have fewer */
    int first_row;  /* of this rank */
    int rows;
    int *row_start; /* rows + 1 */
    int *column;    /* global until gather_create has renumbered them */
    double *value;
};

/* A symmetric diagonally dominant matrix with `links` random off-diagonal entries a row. */
void matrix_generate(struct Matrix *m, int rows_global, int links, unsigned seed, int rank, int size);
/* y = m x, where x holds the own entries, then the gathered ones. */
void matrix_apply(const struct Matrix *m, const double *x, double *y);
void matrix_free(struct Matrix *m);

#endif
