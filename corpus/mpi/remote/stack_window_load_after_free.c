/*
 * A window over a variable of main; the value that the left neighbour put is used at the end.
 *
 * The load stands after MPI_Win_free, which returns only when all processes of the group have called it (MPI
 * 4.1, 12.2.5).
 */
//@ expect: none
//@ twin: stack_window_load_before_free.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, cell = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    x = rank;
    int to = (rank + 1) % size;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_unlock(to, win);

    MPI_Win_free(&win);
    printf("%d\n", cell);
    MPI_Finalize();
    return 0;
}
