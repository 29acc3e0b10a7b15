/*
 * A sending thread waits for a flag on a condition variable; what it sends and where, the main thread has stored before it raises the flag. The
 * main thread joins it, the processes synchronise and read.
 *
 * The put is complete at the target before the thread ends (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: flag_and_data_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define N 8

static MPI_Win win;
static int ready, count, target, buf[N];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    int n = count, to = target;
    pthread_mutex_unlock(&mutex);
    if (n > 0) {
        MPI_Put(buf, n, MPI_INT, to, 0, n, MPI_INT, win);
        MPI_Win_flush(to, win);
    }
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
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        buf[i] = rank + i;
    pthread_mutex_lock(&mutex);
    count = N;
    target = (rank + 1) % size;
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
