/*
 * Every thread of every process puts its number to rank 0, each into a slot of its own, which two numbers say.
 *
 * Process r has the slots r * threads up to r * threads + threads - 1, and thread t takes the t-th of them: no two threads of all
 * processes have the same slot.
 */
//@ expect: none
//@ twin: slot_of_process_and_thread_race.c
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
    long t = (long)arg;
    MPI_Put(&t, 1, MPI_LONG, 0, rank * threads + t, 1, MPI_LONG, win);
    MPI_Win_flush(0, win);
    return NULL;
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
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
