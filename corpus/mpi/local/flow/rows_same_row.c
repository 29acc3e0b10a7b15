/*
 * A matrix is sent row by row; while one row is on its way another is computed.
 *
 * The inner loop writes row r, the origin buffer of the put that was just issued and is completed only
 * by the flush at the end of the iteration (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: rows_next_row.c
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
        MPI_Put(m[r], COLS, MPI_DOUBLE, down, r * COLS, COLS, MPI_DOUBLE, win); //@ A
        for (int c = 0; c < COLS; c++)
            m[r][c] = r + 0.1 * c; //@ B
        MPI_Win_flush(down, win);
    }
    MPI_Win_unlock(down, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
