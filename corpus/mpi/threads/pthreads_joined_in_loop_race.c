/*
 * As many threads as an option says add to a counter of the right neighbour. They are made in one loop and joined in another;
 * after a barrier of the processes each reads its counter.
 *
 * The threads only flush locally (MPI 4.1, 12.5.4), so that the updates of rank 0 may still be on their way to rank 1 when it reads.
 */
//@ expect: error RMA301 A B
//@ twin: pthreads_joined_in_loop.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

static MPI_Win win;
static long *cells;
static int rank, size, threads;

static void *work(void *arg)
{
    long one = 1;
    int right = (rank + 1) % size;
    MPI_Accumulate(&one, 1, MPI_LONG, right, 0, 1, MPI_LONG, MPI_SUM, win); //@ A
    MPI_Win_flush_local(right, win);
    return arg;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t handle[MOST];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    threads = argc > 1 ? atoi(argv[1]) : 4;
    if (provided < MPI_THREAD_MULTIPLE || threads < 2 || threads > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MPI_Aint)(size * threads * sizeof(long)), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    cells[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (long t = 0; t < threads; t++)
        pthread_create(&handle[t], NULL, work, (void *)t);
    for (int t = 0; t < threads; t++)
        pthread_join(handle[t], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%ld\n", cells[0]); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
