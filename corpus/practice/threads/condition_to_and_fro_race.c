/*
 * Main thread and sending thread hand a buffer to and fro, round after round, by a word under a mutex: full when it may be sent, empty when it has
 * been and may be filled again.
 *
 * The word becomes empty before the flush: the main thread overwrites the buffer of a pending put (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 PUT STORE
//@ twin: condition_to_and_fro_ok.c
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
        await(1);
        MPI_Put(buf, N, MPI_INT, right, 0, N, MPI_INT, win); //@ PUT
        set(0);
        MPI_Win_flush(right, win);
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
