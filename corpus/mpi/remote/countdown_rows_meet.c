/*
 * Rank 0 fetches the rows of rank 1 from the last to the first, one for each process, while rank 1 writes its own row.
 *
 * The last row fetched is row 0, the one that rank 1 writes in the same epoch; only the second fence orders the two
 * (MPI 4.1, 12.7.3). From 2 processes on.
 */
//@ expect: error RMA202 A B
//@ twin: countdown_rows_apart.c
#include <mpi.h>
#include <stdlib.h>

#define ROW 8

int main(int argc, char **argv)
{
    int rank, size;
    double *mem, *all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(double) * ROW * (size + 1), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem,
                     &win);
    all = malloc(sizeof(double) * ROW * (size + 1));

    MPI_Win_fence(0, win);
    if (rank == 0)
        for (int r = size; r-- > 0;)
            MPI_Get(all + r * ROW, ROW, MPI_DOUBLE, 1, r * ROW, ROW, MPI_DOUBLE, win); //@ A
    if (rank == 1)
        for (int i = 0; i < ROW; i++)
            mem[i] = i; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    free(all);
    MPI_Finalize();
    return 0;
}
