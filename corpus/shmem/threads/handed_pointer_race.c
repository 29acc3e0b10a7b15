/*
 * A sending thread waits on a condition variable until the main thread has handed it a job by a pointer, or tells it to stop, and puts the buffer
 * of the job. The main thread joins it, the processes synchronise and read.
 *
 * shmem_sync_all completes no put of the process: the neighbour reads while it may be pending (OpenSHMEM 1.5, 9.9.3 and 9.11.2).
 */
//@ expect: error RMA201 PUT READ
//@ twin: handed_pointer.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

#define N 8

struct job {
    int *data, pe;
};

static int stop, buf[N];
static int dest[N];
static struct job *item;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!item && !stop)
        pthread_cond_wait(&changed, &mutex);
    struct job *job = item;
    pthread_mutex_unlock(&mutex);
    if (!job)
        return unused;
    shmem_int_put(dest, job->data, N, job->pe); //@ PUT
    return unused;
}

int main(void)
{
    int provided;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    if (provided < SHMEM_THREAD_MULTIPLE)
        shmem_global_exit(1);
    int me = shmem_my_pe();
    shmem_barrier_all();

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        buf[i] = me + i;
    struct job job = {buf, (me + 1) % shmem_n_pes()};
    pthread_mutex_lock(&mutex);
    item = &job;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    shmem_sync_all();
    printf("%d\n", dest[0]); //@ READ
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
