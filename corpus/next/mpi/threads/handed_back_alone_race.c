/*
 * A sending thread puts a buffer and says by a word under a mutex that it is free; it does not wait until the main thread has filled it.
 *
 * The main thread waits for the word before it fills the buffer, but the put of the next round may be pending by then: nothing makes the sending thread
 * wait (MPI 4.1, 12.5.4). Happens with any number of processes.
 */
//@ expect: error RMA101 PUT STORE
//@ twin: handed_to_and_fro.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define N 8
#define ROUNDS 10

static MPI_Win win;
static int right, full, buf[N];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void set(int value)
{
    pthread_mutex_lock(&mutex);
    full = value;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void await(int value)
{
    pthread_mutex_lock(&mutex);
    while (full != value)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void *sender(void *unused)
{
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Put(buf, N, MPI_INT, right, 0, N, MPI_INT, win); //@ PUT
        MPI_Win_flush(right, win);
        set(0);
    }
    return unused;
}

int main(int argc, char **argv)
{
    int provided, rank, size, *mem;
    pthread_t thread;
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
    for (int round = 0; round < ROUNDS; round++) {
        await(0);
        for (int i = 0; i < N; i++)
            buf[i] = round + i; //@ STORE
        set(1);
    }
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
