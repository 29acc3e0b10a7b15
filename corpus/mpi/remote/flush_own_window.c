/*
 * Two windows, one for the values and one for the counts; the put goes into the first.
 *
 * The flush is made on the window of the put.
 */
//@ expect: none
//@ twin: flush_other_window.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Win counts;
    static int values[8], number[8];
    int x;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(values, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(number, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counts);
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, counts);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 3, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", values[3]);
    MPI_Win_unlock_all(counts);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&counts);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
