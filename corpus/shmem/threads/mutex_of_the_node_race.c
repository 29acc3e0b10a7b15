// Each PE puts its number to a cell of PE 0, under a mutex of its own.
// Race: mutexes of different processes order nothing between them, so two puts write the cell at the same time (OpenSHMEM 1.5, 9.5).
//
//@ expect: error RMA203 A A
//@ twin: mutex_of_the_node_ok.c
#include <pthread.h>
#include <shmem.h>

static pthread_mutex_t mutex;
static long cell;

int main(void)
{
    shmem_init();
    long me = shmem_my_pe();
    pthread_mutex_t *common = shmem_ptr(&mutex, 0);
    if (common == NULL)
        shmem_global_exit(1);
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&mutex, &attr);
    shmem_barrier_all();
    pthread_mutex_lock(&mutex);
    shmem_long_put(&cell, &me, 1, 0); //@ A
    shmem_quiet();
    pthread_mutex_unlock(&mutex);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
