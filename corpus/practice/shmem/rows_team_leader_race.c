/*
 * A matrix on a grid of PEs; in each iteration its rows are scaled to norm 1. Each PE puts the squares of its part of the rows into
 * its slot at the first PE of its grid row, which adds them up and puts the norms back to all of the row. The teams of the grid rows come from
 * shmem_team_split_2d.
 *
 * The race: the slot is by the number of the PE in the team of its grid column, which is the number of the grid row: the same for all
 * members of the row. With -c 2 on two PEs: both put `rows` doubles into slot 0 on PE 0, without order (OpenSHMEM 1.6, 3.2). The
 * slots are read behind quiet and synchronisation, so only the puts meet.
 */
//@ expect: error RMA203 PUT PUT
//@ twin: rows_team_leader_ok.c
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    shmem_team_t row;    /* the PEs of my grid row */
    shmem_team_t column;
    int columns;         /* of the grid */
    int row_rank;
    int row_size;
    int column_rank;
    int leader;          /* of the grid row, a PE of the world */
} Grid;

typedef struct {
    int rows;
    int cols;
    double *cell;    /* private part of the matrix */
    double *partial; /* symmetric, [columns][rows], used on leaders */
    double *norm;    /* symmetric, [rows] */
} Matrix;

static void fail(const char *why)
{
    fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), why);
    shmem_global_exit(1);
}

static void grid_create(Grid *grid, int columns)
{
    if (shmem_n_pes() % columns != 0)
        fail("the PEs do not fill the grid");
    if (shmem_team_split_2d(SHMEM_TEAM_WORLD, columns, NULL, 0, &grid->row, NULL, 0, &grid->column) != 0)
        fail("no teams");
    grid->columns = columns;
    grid->row_rank = shmem_team_my_pe(grid->row);
    grid->row_size = shmem_team_n_pes(grid->row);
    grid->column_rank = shmem_team_my_pe(grid->column);
    grid->leader = shmem_team_translate_pe(grid->row, 0, SHMEM_TEAM_WORLD);
}

static void grid_destroy(Grid *grid)
{
    shmem_team_destroy(grid->column);
    shmem_team_destroy(grid->row);
}

static void matrix_create(Matrix *matrix, const Grid *grid, int rows, int cols)
{
    matrix->rows = rows;
    matrix->cols = cols;
    matrix->cell = malloc((size_t)rows * (size_t)cols * sizeof(double));
    /* As many slots as the larger side of the grid, so that both teams have room. */
    matrix->partial = shmem_calloc((size_t)shmem_n_pes() * (size_t)rows, sizeof(double));
    matrix->norm = shmem_calloc((size_t)rows, sizeof(double));
    if (matrix->cell == NULL || matrix->partial == NULL || matrix->norm == NULL)
        fail("out of memory");
    for (int i = 0; i < rows * cols; i++)
        matrix->cell[i] = 1.0 + (i * 7 + grid->row_rank) % 13;
}

static void matrix_destroy(Matrix *matrix)
{
    shmem_free(matrix->norm);
    shmem_free(matrix->partial);
    free(matrix->cell);
}

static int my_slot(const Grid *grid)
{
    return grid->column_rank;
}

static void sync_row(const Grid *grid)
{
    shmem_quiet();
    shmem_team_sync(grid->row);
}

static void send_squares(const Matrix *matrix, const Grid *grid, double *squares)
{
    for (int i = 0; i < matrix->rows; i++) {
        squares[i] = 0.0;
        for (int j = 0; j < matrix->cols; j++)
            squares[i] += matrix->cell[i * matrix->cols + j] * matrix->cell[i * matrix->cols + j];
    }
    shmem_double_put(matrix->partial + (size_t)my_slot(grid) * (size_t)matrix->rows, squares, (size_t)matrix->rows, grid->leader); //@ PUT
}

static void send_norms(const Matrix *matrix, const Grid *grid, double *norms)
{
    for (int i = 0; i < matrix->rows; i++) {
        norms[i] = 0.0;
        for (int k = 0; k < grid->row_size; k++)
            norms[i] += matrix->partial[(size_t)k * (size_t)matrix->rows + (size_t)i];
        norms[i] = sqrt(norms[i]);
    }
    for (int k = 0; k < grid->row_size; k++)
        shmem_double_put(matrix->norm, norms, (size_t)matrix->rows, shmem_team_translate_pe(grid->row, k, SHMEM_TEAM_WORLD));
}

static void scale(Matrix *matrix, const Grid *grid)
{
    double *work = malloc((size_t)matrix->rows * sizeof(double));

    if (work == NULL)
        fail("out of memory");
    send_squares(matrix, grid, work);
    sync_row(grid);
    if (grid->row_rank == 0)
        send_norms(matrix, grid, work);
    sync_row(grid);
    for (int i = 0; i < matrix->rows; i++)
        for (int j = 0; j < matrix->cols; j++)
            matrix->cell[i * matrix->cols + j] /= matrix->norm[i];
    free(work);
    /* All have read the norms before the leader sends new ones. */
    shmem_team_sync(grid->row);
}

int main(int argc, char **argv)
{
    int columns = 2, rows = 100, cols = 50, iterations = 5, option;
    double squares = 0.0;
    Grid grid;
    Matrix matrix;

    shmem_init();
    while ((option = getopt(argc, argv, "c:r:i:")) != -1) {
        switch (option) {
        case 'c': columns = atoi(optarg); break;
        case 'r': rows = atoi(optarg); break;
        case 'i': iterations = atoi(optarg); break;
        default: fail("options are -c columns of the grid, -r rows, -i iterations");
        }
    }
    if (columns < 1 || columns > shmem_n_pes() || rows < 1 || rows > 100000 || iterations < 1)
        fail("option out of range");
    grid_create(&grid, columns);
    matrix_create(&matrix, &grid, rows, cols);

    for (int iteration = 0; iteration < iterations; iteration++)
        scale(&matrix, &grid);

    for (int j = 0; j < cols; j++)
        squares += matrix.cell[j] * matrix.cell[j];
    printf("PE %d: row 0 of %d grid columns has here %g of 1\n", shmem_my_pe(), grid.columns, squares);

    matrix_destroy(&matrix);
    grid_destroy(&grid);
    shmem_finalize();
    return 0;
}
