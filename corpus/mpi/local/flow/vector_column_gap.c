/*
 * One column of a matrix is sent with a vector type; a column is updated meanwhile.
 *
 * Column 1 lies in the gaps of the vector type (MPI 4.1, 5.1.2); the put does not read it.
 */
//@ expect: none
//@ twin: vector_column_block.c
#include <mpi.h>

#define ROWS 5
#define COLS 7

int main(int argc, char **argv)
{
    double m[ROWS][COLS] = {{0.0}}, *mem;
    int rank, size;
    MPI_Datatype column;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(ROWS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Type_vector(ROWS, 1, COLS, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);

    MPI_Win_fence(0, win);
    MPI_Put(&m[0][0], 1, column, (rank + 1) % size, 0, ROWS, MPI_DOUBLE, win);
    for (int r = 0; r < ROWS; r++)
        m[r][1] = r * 1.5;
    MPI_Win_fence(0, win);

    MPI_Type_free(&column);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
