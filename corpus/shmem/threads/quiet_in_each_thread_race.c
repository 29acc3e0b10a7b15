/*
 * Each of the threads that a loop makes adds to a word of every PE; a second loop joins them, then the PEs synchronise and read.
 *
 * The threads call shmem_fence, which orders updates but completes none (9.10.1), and shmem_sync_all completes none either (9.9.3).
 */
//@ expect: error RMA301 A B
//@ twin: quiet_in_each_thread.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 16

static int sum, pes;

static void *work(void *arg)
{
    for (int pe = 0; pe < pes; pe++)
        shmem_int_atomic_add(&sum, 1, pe); //@ A
    shmem_fence();
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
    printf("%d\n", sum); //@ B
    shmem_finalize();
    return 0;
}
