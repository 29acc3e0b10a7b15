/*
 * Every thread puts a number of its own and flushes.
 *
 * All of them write the same element of the neighbour's window. MPI 4.1, 11.6: threads of one process share its
 * windows, and calls of different threads are ordered by the program alone. A flush completes before it returns,
 * but another thread's put may be under way at that time.
 */
//@ expect: error RMA203 A A
//@ twin: threads_same_target_bytes.c
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

    #pragma omp parallel num_threads(8)
    {
        int number = omp_get_thread_num();
        MPI_Put(&number, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(right, win);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
