/*
 * A thread waits for a job on a condition variable, then puts the source without waiting and calls quiet; the main thread fills the source, raises
 * the job and joins the thread, then the PEs synchronise and read.
 *
 * The fill comes before the put by the mutex (POSIX.1-2017, 4.12). shmem_quiet completes the put before the join, the synchronisation, the load and
 * the next store (OpenSHMEM 1.6, 9.6.9 and 9.11.1).
 */
//@ expect: none
//@ twin: condition_job_race.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

#define N 64

static int cells[N], source[N], right, jobs;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;

static void *sender(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (jobs == 0)
        pthread_cond_wait(&raised, &mutex);
    jobs--;
    pthread_mutex_unlock(&mutex);
    shmem_putmem_nbi(cells, source, sizeof source, right);
    shmem_quiet();
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
    right = (me + 1) % shmem_n_pes();

    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < N; i++)
        source[i] = me + i;
    pthread_mutex_lock(&mutex);
    jobs = 1;
    pthread_cond_signal(&raised);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    shmem_sync_all();
    printf("%d\n", cells[0]);
    shmem_barrier_all();
    source[0] = 0;
    shmem_finalize();
    return 0;
}
