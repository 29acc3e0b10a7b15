/*
 * Steps of put, flush, barrier, MPI_Win_sync and load.
 *
 * In the separate memory model the owner sees a change of the public copy after its next MPI_Win_sync, lock,
 * wait, successful test or fence only (MPI 4.1, 12.7). Each load follows the call that follows the barrier. The
 * second barrier of the step orders the loads before the puts of the next step.
 */
//@ options: --memory-model separate
//@ expect: none
//@ twin: separate_loop_late_sync.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    int mine = rank, sum = 0;
    int *cells;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 10; step++) {
        MPI_Put(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_flush(right, win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        sum += cells[0];
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
