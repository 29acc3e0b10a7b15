// As the twin, but the condition of the loop is inverted: the flag is zero at first, so the initial thread does not wait, and its store may come before
// the quiet, which alone makes the source free (OpenSHMEM 1.5, 9.5.2 and 9.11.2).
//
//@ expect: error RMA101 A B
//@ twin: condition_inverted_ok.c
#include <pthread.h>
#include <shmem.h>

static long data[64], inbox[64];
static int done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *send(void *unused)
{
    shmem_long_put_nbi(inbox, data, 64, (shmem_my_pe() + 1) % shmem_n_pes()); //@ A
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
    while (done == 1)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    data[0] = 1; //@ B
    pthread_join(thread, NULL);
    shmem_finalize();
    return 0;
}
