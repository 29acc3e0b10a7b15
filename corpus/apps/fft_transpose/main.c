/*
 * Two-dimensional Fourier transform of a distributed matrix: transform the rows, transpose, transform the rows again.
 * There and back again must give the matrix that one started with.
 *
 * usage: fft_transpose [order [repetitions]]     the order is a power of two and a multiple of the number of ranks
 */
#include "matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double initial_value(int row, int col)
{
    return cos(0.3 * row) * sin(0.7 * col) + (row == col ? 1.0 : 0.0);
}

static void fill(struct Matrix *matrix)
{
    for (int row = 0; row < matrix->rows; row++)
        for (int col = 0; col < matrix->order; col++) {
            int global_row = matrix->rank * matrix->rows + row;

            matrix->data[row * matrix->order + col] = (struct Complex){initial_value(global_row, col), 0.0};
        }
}

static void transform_rows(struct Matrix *matrix, enum FftSign sign)
{
    for (int row = 0; row < matrix->rows; row++)
        fft_row(matrix->data + (size_t)row * (size_t)matrix->order, matrix->order, sign);
}

/* The result stands transposed; the second transform turns it back. */
static void transform(struct Matrix *matrix, enum FftSign sign)
{
    transform_rows(matrix, sign);
    matrix_transpose(matrix);
    transform_rows(matrix, sign);
}

static void scale(struct Matrix *matrix)
{
    double factor = 1.0 / ((double)matrix->order * matrix->order);

    for (int i = 0; i < matrix->rows * matrix->order; i++) {
        matrix->data[i].re *= factor;
        matrix->data[i].im *= factor;
    }
}

static double largest_error(const struct Matrix *matrix)
{
    double largest = 0.0;

    for (int row = 0; row < matrix->rows; row++)
        for (int col = 0; col < matrix->order; col++) {
            struct Complex value = matrix->data[row * matrix->order + col];
            double exact = initial_value(matrix->rank * matrix->rows + row, col);

            largest = fmax(largest, hypot(value.re - exact, value.im));
        }
    return largest;
}

static void usage(int rank)
{
    if (rank == 0)
        fprintf(stderr, "the order must be a power of two and a multiple of the number of ranks\n");
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    int order = 128, repetitions = 4, rank, size;
    double start, own[2], all[2] = {0.0, 0.0};
    struct Matrix matrix;

    MUST(MPI_Init(&argc, &argv));
    MUST(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    MUST(MPI_Comm_size(MPI_COMM_WORLD, &size));
    if (argc > 1)
        order = atoi(argv[1]);
    if (argc > 2)
        repetitions = atoi(argv[2]);
    if (!fft_is_power_of_two(order) || order % size != 0)
        usage(rank);

    matrix_create(&matrix, order, MPI_COMM_WORLD);
    fill(&matrix);
    start = MPI_Wtime();
    for (int i = 0; i < repetitions; i++) {
        transform(&matrix, FFT_FORWARD);
        transform(&matrix, FFT_BACKWARD);
        scale(&matrix);
    }
    own[0] = MPI_Wtime() - start;
    own[1] = largest_error(&matrix);
    MUST(MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    if (rank == 0)
        printf("%d ranks, order %d, %d times there and back: %.4f s, error %.2e: %s\n", size, order, repetitions,
               all[0], all[1], all[1] < 1e-9 ? "passed" : "FAILED");

    matrix_destroy(&matrix);
    MUST(MPI_Finalize());
    return all[1] < 1e-9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
