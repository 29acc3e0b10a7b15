/*
 * Rank 0 broadcasts how the others shall complete their puts.
 *
 * For each value that is broadcast a completion is executed: flush or flush_local (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: received_choice_skips.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, eager = 0, x, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 0)
        eager = rand() % 2;
    MPI_Bcast(&eager, 1, MPI_INT, 0, MPI_COMM_WORLD);

    int to = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    x = rank;
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    if (eager) {
        MPI_Win_flush(to, win);
    } else {
        MPI_Win_flush_local(to, win);
    }
    x = size;
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
