/*
 * Fences of the primary thread enclose the puts of all threads.
 *
 * Barriers of the team stand on both sides of the fences.
 */
//@ expect: none
//@ twin: fence_of_master_race.c
#include <mpi.h>
#include <omp.h>

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
    MPI_Win_fence(0, win);
    #pragma omp parallel num_threads(8)
    {
        int t = omp_get_thread_num();
        MPI_Put(&buf[t], 1, MPI_INT, right, t, 1, MPI_INT, win);
        #pragma omp barrier
        #pragma omp master
        MPI_Win_fence(0, win);
        #pragma omp barrier
        buf[20 + t] = mem[t];
    }
    MPI_Win_fence(0, win);
    MPI_Win_lock_all(0, win);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
