/*
 * Each thread puts the elements of its part of a buffer, rounded up, and one more.
 *
 * Two threads have the first element of the second part (MPI 4.1, 12.3, 12.7).
 */
//@ expect: error RMA101 PUT STORE
//@ expect: error RMA203 PUT PUT
//@ twin: parts_rounded_up.c
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[64], n = 63;
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
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        int part = (n + threads - 1) / threads;
        int first = thread * part, end = first + part + 1;
        if (end > n)
            end = n;
        for (int i = first; i < end; i++) {
            buf[i] = rank + i; //@ STORE
            MPI_Put(&buf[i], 1, MPI_INT, right, i, 1, MPI_INT, win); //@ PUT
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
