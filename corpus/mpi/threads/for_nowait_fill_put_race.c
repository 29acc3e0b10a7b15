/*
 * A worksharing loop fills a buffer, which the primary thread then puts.
 *
 * The loop has a nowait clause: the primary thread does not wait for the parts of the others (OpenMP 5.2, 15.6),
 * which store while the put is pending.
 */
//@ expect: error RMA101 A B
//@ twin: for_nowait_fill_put.c
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

    #pragma omp parallel
    {
        #pragma omp for nowait
        for (int i = 0; i < 8; i++)
            buf[i] = rank + i; //@ B
        #pragma omp master
        {
            MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
            MPI_Win_flush(right, win);
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
