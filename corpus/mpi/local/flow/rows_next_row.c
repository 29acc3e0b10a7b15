/*
 * A matrix is sent row by row; while one row is on its way another is computed.
 *
 * The inner loop writes row r + 1. Only row r is pending, as the flush at the end of each iteration
 * completed the rows before (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: rows_same_row.c
#include <mpi.h>

#define ROWS 6
#define COLS 10

static double m[ROWS + 1][COLS];

int main(int argc, char **argv)
{
    int rank, size;
    double *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(ROWS * COLS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int down = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, down, 0, win);
    for (int r = 0; r < ROWS; r++) {
        MPI_Put(m[r], COLS, MPI_DOUBLE, down, r * COLS, COLS, MPI_DOUBLE, win);
        for (int c = 0; c < COLS; c++)
            m[r + 1][c] = r + 0.1 * c;
        MPI_Win_flush(down, win);
    }
    MPI_Win_unlock(down, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
