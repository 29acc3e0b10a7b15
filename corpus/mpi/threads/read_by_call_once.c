/*
 * Two threads read a setting of rank 0, and use it.
 *
 * The first of them that comes reads it, and the other one waits until it has been read (C11, 7.26.2.1).
 */
//@ expect: none
//@ twin: read_by_two_flags.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

static MPI_Win win;
static long *cells, setting;
static once_flag once = ONCE_FLAG_INIT;

static void read_setting(void)
{
    MPI_Get(&setting, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
    MPI_Win_flush(0, win);
}

static void *work(void *arg)
{
    call_once(&once, read_setting);
    printf("%ld\n", setting);
    return arg;
}

int main(int argc, char **argv)
{
    int provided, rank;
    pthread_t threads[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    cells[0] = rank;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
