/*
 * Each rank from 1 puts row `rank` of a matrix at rank 0, which writes its own part meanwhile.
 *
 * Rank 0 writes column 0: its elements in the rows of the others are written by their puts too (MPI 4.1,
 * 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: matrix_owner_writes_row.c
#include <mpi.h>

#define N 8

static int matrix[N][N];

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int row[N];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > N)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create(matrix, N * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < N; i++)
        row[i] = rank;

    MPI_Win_fence(0, win);
    if (rank > 0)
        MPI_Put(row, N, MPI_INT, 0, rank * N, N, MPI_INT, win); //@ A
    if (rank == 0)
        for (int i = 0; i < N; i++)
            matrix[i][0] = -i; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
