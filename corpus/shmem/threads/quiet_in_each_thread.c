/*
 * Each of the threads that a loop makes adds to a word of every PE; a second loop joins them, then the PEs synchronise and read.
 *
 * Each thread calls shmem_quiet, which completes its updates (OpenSHMEM 1.5, 9.10.2); the join and the synchronisation order them before the load.
 */
//@ expect: none
//@ twin: quiet_in_each_thread_race.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 16

static int sum, pes;

static void *work(void *arg)
{
    for (int pe = 0; pe < pes; pe++)
        shmem_int_atomic_add(&sum, 1, pe);
    shmem_quiet();
    return arg;
}

int main(int argc, char **argv)
{
    int provided, threads = argc > 1 ? atoi(argv[1]) : 2;
    pthread_t handle[MOST];
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    if (provided < SHMEM_THREAD_MULTIPLE || threads < 1 || threads > MOST)
        shmem_global_exit(1);
    pes = shmem_n_pes();
    for (int t = 0; t < threads; t++)
        pthread_create(&handle[t], NULL, work, NULL);
    for (int t = 0; t < threads; t++)
        pthread_join(handle[t], NULL);
    shmem_sync_all();
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
