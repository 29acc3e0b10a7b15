// A thread puts and completes the put with shmem_quiet (OpenSHMEM 1.5, 9.11.2), then it sets a flag under a mutex. The initial thread leaves its loop
// only when it has seen the flag, so its store comes behind the quiet.
//
//@ expect: none
//@ twin: condition_inverted_race.c
#include <pthread.h>
#include <shmem.h>

static long data[64], inbox[64];
static int done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *send(void *unused)
{
    shmem_long_put_nbi(inbox, data, 64, (shmem_my_pe() + 1) % shmem_n_pes());
    shmem_quiet();
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    int provided;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    pthread_create(&thread, NULL, send, NULL);
    pthread_mutex_lock(&mutex);
    while (done == 0)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    data[0] = 1;
    pthread_join(thread, NULL);
    shmem_finalize();
    return 0;
}
