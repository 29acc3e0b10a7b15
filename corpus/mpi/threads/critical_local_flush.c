/*
 * Threads fill one buffer and put it each to a place of its own, in a critical construct.
 *
 * The put is complete at its origin when the construct ends: the next thread may fill the buffer (OpenMP 5.2, 15.2; MPI 4.1, 12.5.4).
 * That it may still be on its way to the target is no matter of the buffer.
 */
//@ expect: none
//@ twin: critical_local_flush_race.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[8] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel num_threads(4)
    {
        int thread = omp_get_thread_num();
        #pragma omp critical
        {
            buf[0] = thread;
            MPI_Put(buf, 1, MPI_INT, right, thread, 1, MPI_INT, win);
            MPI_Win_flush_local(right, win);
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
