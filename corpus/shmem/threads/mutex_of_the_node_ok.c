// Each PE puts its number to a cell of PE 0, under a mutex that lies on PE 0 and that all reach with shmem_ptr.
// Race-free: the mutex is one for all processes (POSIX.1-2017, pthread_mutexattr_setpshared), and shmem_quiet completes the put before the
// unlock (OpenSHMEM 1.5, 9.12.2).
//
//@ expect: none
//@ twin: mutex_of_the_node_race.c
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
    pthread_mutex_lock(common);
    shmem_long_put(&cell, &me, 1, 0);
    shmem_quiet();
    pthread_mutex_unlock(common);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
