/*
 * One thread fetches, all threads then read what it has fetched.
 *
 * Only behind the region is the get complete.
 */
//@ expect: error RMA102 A B
//@ twin: get_result_other_thread.c
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
        int sum;
        #pragma omp single
        MPI_Get(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
        sum = buf[omp_get_thread_num()]; //@ B
        #pragma omp critical
        buf[20] += sum;
    }
    MPI_Win_flush(right, win);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
