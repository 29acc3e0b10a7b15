/*
 * A time loop inside a region: a worksharing loop fills the buffer, the primary thread puts and synchronises, a
 * second loop uses what arrived.
 *
 * Nothing keeps a process from putting the next values before its neighbour has used those of this iteration:
 * the second barrier of the processes is missing.
 */
//@ expect: error RMA201 A B
//@ twin: funneled_time_loop.c
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
    for (int it = 0; it < 4; it++) {
        #pragma omp for
        for (int i = 0; i < 8; i++)
            buf[i] = i + it;
        #pragma omp master
        {
            MPI_Put(buf, 8, MPI_INT, right, 0, 8, MPI_INT, win); //@ A
            MPI_Win_flush(right, win);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        #pragma omp barrier
        #pragma omp for
        for (int i = 0; i < 8; i++)
            buf[8 + i] = mem[i]; //@ B
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
