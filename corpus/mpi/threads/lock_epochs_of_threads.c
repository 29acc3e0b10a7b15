/*
 * Each thread locks a target of its own, puts and unlocks.
 *
 * The buffer has an element for each thread.
 */
//@ expect: none
//@ twin: lock_epochs_of_threads_race.c
#include <mpi.h>

#define N 64

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[N] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_unlock_all(win);
    #pragma omp parallel for schedule(static)
    for (int target = 0; target < size; target++) {
        buf[target] = target;
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        MPI_Put(&buf[target], 1, MPI_INT, target, rank, 1, MPI_INT, win);
        MPI_Win_unlock(target, win);
    }
    MPI_Win_lock_all(0, win);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
