/*
 * The initial thread puts before a parallel region whose threads store to the buffer.
 *
 * The put is still pending when the team begins.
 */
//@ expect: error RMA101 A B
//@ twin: put_before_region.c
#include <mpi.h>

#define N 64

int main(int argc, char **argv)
{
    int provided, rank, size, *mem, buf[N] = {0};
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Put(buf, 32, MPI_INT, right, 0, 32, MPI_INT, win); //@ A
    #pragma omp parallel for
    for (int i = 0; i < 32; i++)
        buf[i] = i; //@ B
    MPI_Win_flush(right, win);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
