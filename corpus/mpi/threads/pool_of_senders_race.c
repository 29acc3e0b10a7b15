/*
 * Three threads wait for what the main thread hands over by a pointer, until they are told to stop; the one that takes it adds it to a sum of the
 * neighbour. The main thread joins them, the processes synchronise and read.
 *
 * The thread completes it only at its origin: the neighbour reads while it may be pending (MPI 4.1, 12.5.4 and 12.7).
 */
//@ expect: error RMA301 ADD READ
//@ twin: pool_of_senders.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define N 8
#define THREADS 3

static MPI_Win win;
static int right, stop, value;
static int *item;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (!item && !stop)
            pthread_cond_wait(&changed, &mutex);
        int *taken = item;
        item = NULL;
        pthread_mutex_unlock(&mutex);
        if (!taken)
            return unused;
        MPI_Accumulate(taken, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win); //@ ADD
        MPI_Win_flush_local(right, win);
    }
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int provided, rank, size, *mem;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    value = rank;
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, sender, NULL);
    pthread_mutex_lock(&mutex);
    item = &value;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    stop = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]); //@ READ

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
