/*
 * A function makes a window of an array of its own, into which the last rank puts a value for each process.
 *
 * The array lives until the function returns (C17, 6.2.4), which no process delays until the puts of the last rank are through; the
 * window is never freed (MPI 4.1, 12.2.5). From 2 processes on.
 */
//@ expect: error RMA401 A B
//@ twin: window_on_stack_freed.c
#include <mpi.h>
#include <stdio.h>

static void collect(int rank, int size)
{
    int box[2] = {0, 0}, value = 7;
    MPI_Win win;

    MPI_Win_create(box, sizeof box, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == size - 1) {
        for (int to = 0; to < rank; to++)
            MPI_Put(&value, 1, MPI_INT, to, 1, 1, MPI_INT, win); //@ A
    }
    MPI_Win_unlock_all(win);
    printf("%d of %d\n", rank, size);
} //@ B

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    collect(rank, size);
    MPI_Finalize();
    return 0;
}
