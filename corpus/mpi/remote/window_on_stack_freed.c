/*
 * A function makes a window of an array of its own, into which the last rank puts a value for each process.
 *
 * MPI_Win_free returns only when all processes have called it, the last rank after its unlock (MPI 4.1, 12.2.5), and the function
 * returns after that.
 */
//@ expect: none
//@ twin: window_on_stack_left.c
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
            MPI_Put(&value, 1, MPI_INT, to, 1, 1, MPI_INT, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%d of %d\n", rank, size);
}

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
