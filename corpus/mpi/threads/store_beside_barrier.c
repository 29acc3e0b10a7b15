/*
 * Each thread stores to its part of the window's memory; one thread meets the other processes; then each thread gets a part.
 *
 * Between the stores and the barrier of the processes all threads of the team meet, so that the stores of all of them
 * come before the gets of the other processes (OpenMP 5.2, 15.3; MPI 4.1, 12.7.2).
 */
//@ expect: none
//@ twin: store_beside_barrier_race.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[64];
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel num_threads(4)
    {
        int thread = omp_get_thread_num();
        mem[4 * thread] = rank;
        #pragma omp barrier
        #pragma omp master
        MPI_Barrier(MPI_COMM_WORLD);
        #pragma omp barrier
        MPI_Get(&buf[4 * thread], 4, MPI_INT, (rank + 1) % size, 4 * thread, 4, MPI_INT, win);
        MPI_Win_flush_all(win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return buf[0] < 0;
}
