/* A flush inside a lock epoch completes the put at its origin and target (MPI 4.1, 12.5.4), so the buffer may be written again.
 * Only rank 0 puts, into rank 1's window, and nobody looks at the window. */
//@ expect: none
//@ twin: put_fence_epoch_flush_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value = 3, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        value = 4;
    }
    MPI_Win_unlock_all(win);
    printf("%d: %d\n", rank, value);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
