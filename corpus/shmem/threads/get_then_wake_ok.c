// The main thread gets a block, which is there when the call returns (OpenSHMEM 1.6, 9.6.4), and wakes the helper thread by a condition variable; the
// helper puts from the block. 
//
//@ expect: none
//@ twin: get_then_wake_race.c
#include <pthread.h>
#include <shmem.h>

static double inbox[64], outbox[64], block[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int filled, next;

static void *forward(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!filled)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    shmem_double_put(inbox, block, 64, next);
    return NULL;
}

int main(void)
{
    int provided;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    next = (shmem_my_pe() + 1) % shmem_n_pes();
    pthread_create(&thread, NULL, forward, NULL);
    shmem_double_get(block, outbox, 64, next);
    pthread_mutex_lock(&lock);
    filled = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
