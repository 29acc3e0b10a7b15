/*
 * The main thread prepends jobs from the heap to a list under a mutex; a sending thread takes them off and adds the number of each to a sum of
 * the neighbour, until it is told to stop and the list is empty. The main thread joins it, the processes synchronise and read.
 *
 * Each sum is complete at the target before its job is freed (MPI 4.1, 12.5.4 and 12.7.1).
 */
//@ expect: none
//@ twin: list_of_jobs_race.c
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 8

struct job {
    struct job *next;
    int value;
};

static MPI_Win win;
static int right, stop;
static struct job *head;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (!head && !stop)
            pthread_cond_wait(&changed, &mutex);
        struct job *job = head;
        if (job)
            head = job->next;
        pthread_mutex_unlock(&mutex);
        if (!job)
            return unused;
        MPI_Accumulate(&job->value, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(right, win);
        free(job);
    }
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
    for (int i = 0; i < N; i++) {
        struct job *job = malloc(sizeof *job);
        if (!job)
            MPI_Abort(MPI_COMM_WORLD, 1);
        job->value = rank + i;
        pthread_mutex_lock(&mutex);
        job->next = head;
        head = job;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_lock(&mutex);
    stop = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", mem[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
