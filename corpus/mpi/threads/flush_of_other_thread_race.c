/*
 * One thread puts, another thread flushes the window; then the first one stores to its buffer.
 *
 * The flush covers only what was issued before it in the order of threads (MPI 4.1, 11.6): nothing orders the
 * put before the flush, which may have returned earlier.
 */
//@ expect: error RMA101 A B
//@ twin: flush_of_other_thread.c
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

    #pragma omp parallel num_threads(2)
    {
        int t = omp_get_thread_num();
        if (t == 0)
            MPI_Put(buf, 4, MPI_INT, right, 0, 4, MPI_INT, win); //@ A
        if (t == 1)
            MPI_Win_flush(right, win);
        #pragma omp barrier
        if (t == 0)
            buf[0] = 1; //@ B
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
