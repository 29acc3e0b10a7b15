/*
 * A thread is made while its maker holds a lock, and stores to the buffer of a put that the maker completes before it gives the lock back.
 *
 * The thread takes the lock, too, so it stores when the put is complete.
 */
//@ expect: none
//@ twin: made_in_lock_without.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static MPI_Win win;
static long *cells, setting;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    setting = 3;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(int argc, char **argv)
{
    int provided, rank;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    cells[0] = rank;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, work, NULL);
    MPI_Put(&setting, 1, MPI_LONG, rank, 0, 1, MPI_LONG, win);
    MPI_Win_flush(rank, win);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
