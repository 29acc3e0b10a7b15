/*
 * Each thread fills and puts its part of a buffer: from t*n/p to (t+1)*n/p.
 *
 * One part ends where the next one begins.
 */
//@ expect: none
//@ twin: parts_by_division_race.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[65];
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(65 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel
    {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        int first = thread * 64 / threads, end = (thread + 1) * 64 / threads;
        for (int i = first; i < end; i++)
            buf[i] = rank + i;
        MPI_Put(&buf[first], end - first, MPI_INT, right, first, end - first, MPI_INT, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
