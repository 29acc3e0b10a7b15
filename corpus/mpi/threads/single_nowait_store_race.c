/*
 * One thread puts from a buffer and flushes, in a single construct; all threads then store to the buffer, each
 * in a place of its own.
 *
 * With nowait nobody waits at the end of the single construct (OpenMP 5.2, 11.1): another thread stores while
 * the put is pending. A put reads its origin buffer until it is complete at the origin (MPI 4.1, 12.3.1).
 */
//@ expect: error RMA101 A B
//@ twin: single_nowait_store.c
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
        #pragma omp single nowait
        {
            MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
            MPI_Win_flush(right, win);
        }
        buf[omp_get_thread_num()] = rank; //@ B
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
