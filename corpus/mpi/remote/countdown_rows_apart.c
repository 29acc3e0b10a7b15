/*
 * Rank 0 fetches the rows of rank 1 from the last to the first, one for each process, while rank 1 writes its own row.
 *
 * The rows that rank 0 fetches begin behind the one that rank 1 writes: the last one fetched has the number 1
 * (MPI 4.1, 12.7.2).
 */
//@ expect: none
//@ twin: countdown_rows_meet.c
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
            MPI_Get(all + r * ROW, ROW, MPI_DOUBLE, 1, (r + 1) * ROW, ROW, MPI_DOUBLE, win); //@ A
    if (rank == 1)
        for (int i = 0; i < ROW; i++)
            mem[i] = i; //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    free(all);
    MPI_Finalize();
    return 0;
}
