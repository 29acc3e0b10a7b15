/*
 * The second thread sets a flag before a barrier of the team. Behind it, the first one puts, and changes the buffer after the flush if the flag
 * is set.
 *
 * The flush completes the put before the buffer changes (MPI 4.1, 12.5.4), whatever the flag is.
 */
//@ expect: none
//@ twin: second_thread_decides_race.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, buffer = 0, changed = 0, *memory;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            changed = 1;
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
            MPI_Put(&buffer, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
            MPI_Win_flush((rank + 1) % size, win);
            if (changed)
                buffer = rank;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
