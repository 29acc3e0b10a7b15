/*
 * Thread 1 puts, and between two barriers completes the put; the primary thread stores to the buffer after that.
 *
 * A team that has put has a thread 1, which also calls the flush (OpenMP 5.2, 18.2.4; MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: given_thread_flush_race.c
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

    #pragma omp parallel
    {
        if (omp_get_thread_num() == 1)
            MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win);
        #pragma omp barrier
        if (omp_get_thread_num() == 1)
            MPI_Win_flush(right, win);
        #pragma omp barrier
        if (omp_get_thread_num() == 0)
            buf[0] = 1;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
