/*
 * A thread fetches into a buffer and another one reads it, both holding a lock of OpenMP.
 *
 * The flush comes after the lock is given back: the reader may hold it while the get is pending.
 */
//@ expect: error RMA102 A B
//@ twin: lock_get_load.c
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

    omp_lock_t lock;
    omp_init_lock(&lock);
    #pragma omp parallel sections
    {
        #pragma omp section
        {
            omp_set_lock(&lock);
            MPI_Get(buf, 4, MPI_INT, right, 0, 4, MPI_INT, win); //@ A
            omp_unset_lock(&lock);
            MPI_Win_flush(right, win);
        }
        #pragma omp section
        {
            omp_set_lock(&lock);
            buf[8] = buf[0]; //@ B
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
