/*
 * All threads put a part of the buffer, in a program that asks for MPI_THREAD_SERIALIZED.
 *
 * A critical construct lets one thread at a time make the call.
 */
//@ expect: none
//@ twin: level_serialized_race.c
#include <mpi.h>
#include <omp.h>

#define N 64

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[N] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    #pragma omp parallel num_threads(4)
    {
        int t = omp_get_thread_num();
        #pragma omp critical
        MPI_Put(&buf[t], 1, MPI_INT, right, t, 1, MPI_INT, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
