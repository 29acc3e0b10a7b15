/*
 * The requests of six fetches stand in a table of two rows and three columns, and are waited for row by row.
 *
 * Behind the two loops all of them have been waited for (MPI 4.1, 12.3.5).
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *base, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 16; i++)
        base[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    int right = (rank + 1) % size;
    int fetched[6];
    MPI_Request requests[6];
    for (int i = 0; i < 6; i++)
        MPI_Rget(&fetched[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]);
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 3; column++)
            MPI_Wait(&requests[3 * row + column], MPI_STATUS_IGNORE);
    sum = fetched[5];
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
