/*
 * A thread hands over jobs with their target; the main thread puts each while it holds the lock.
 *
 * The put may still read the job when the thread stores the next one (MPI 4.1, 12.7). Happens with any number of processes.
 */
//@ expect: note RMA101 A B
//@ twin: target_handed_over.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define JOBS 16
#define LEN 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static double job[LEN], *cells;
static int full, target, right;

static void *producer(void *arg)
{
    for (int j = 0; j < JOBS; j++) {
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&changed, &lock);
        for (int i = 0; i < LEN; i++)
            job[i] = i + j; //@ B
        target = right;
        full = 1;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    pthread_t thread;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(JOBS * LEN * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    pthread_create(&thread, NULL, producer, NULL);
    MPI_Win_lock_all(0, win);
    for (int k = 0; k < JOBS; k++) {
        pthread_mutex_lock(&lock);
        while (!full)
            pthread_cond_wait(&changed, &lock);
        MPI_Put(job, LEN, MPI_DOUBLE, target, k * LEN, LEN, MPI_DOUBLE, win); //@ A
        full = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    MPI_Win_unlock_all(win);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g\n", cells[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
