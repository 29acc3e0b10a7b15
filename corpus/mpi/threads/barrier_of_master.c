/*
 * A thread puts and flushes; the primary thread synchronises the processes; another thread reads what arrived.
 *
 * Barriers of the team stand on both sides of the barrier of the processes.
 */
//@ expect: none
//@ twin: barrier_of_master_race.c
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

    #pragma omp parallel
    {
        #pragma omp single
        {
            MPI_Put(&buf[1], 1, MPI_INT, right, 1, 1, MPI_INT, win);
            MPI_Win_flush(right, win);
        }
        #pragma omp master
        MPI_Barrier(MPI_COMM_WORLD);
        #pragma omp barrier
        #pragma omp single
        buf[20] = mem[1];
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
