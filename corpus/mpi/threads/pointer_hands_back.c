/*
 * Main thread and sending thread hand a buffer to and fro by a pointer under a mutex: set when it may be sent, null when it has been. The main
 * thread hands it over, waits for it and overwrites it.
 *
 * The pointer becomes null when the put is complete, and the main thread stores when it has seen that (POSIX.1-2017, 4.12; MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: pointer_hands_back_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define N 8

static MPI_Win win;
static int right, buf[N];
static int *full;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!full)
        pthread_cond_wait(&changed, &mutex);
    int *data = full;
    pthread_mutex_unlock(&mutex);
    MPI_Put(data, N, MPI_INT, right, 0, N, MPI_INT, win);
    MPI_Win_flush(right, win);
    pthread_mutex_lock(&mutex);
    full = NULL;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
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

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        buf[i] = rank + i;
    pthread_mutex_lock(&mutex);
    full = buf;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    buf[0] = -1;
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0] + buf[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
