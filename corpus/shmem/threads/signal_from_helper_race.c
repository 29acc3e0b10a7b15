// A helper thread puts with a signal to the next PE; the main thread reads without a wait (OpenSHMEM 1.6, 9.8.1).
//
//@ expect: error RMA201 A B
//@ twin: signal_from_helper_ok.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

static long out[64], in[64];
static uint64_t signal;

static void *send(void *to)
{
    shmem_long_put_signal(in, out, 64, &signal, 1, SHMEM_SIGNAL_SET, *(int *)to); //@ A
    return NULL;
}

int main(void)
{
    int provided, next;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    next = (shmem_my_pe() + 1) % shmem_n_pes();
    pthread_create(&thread, NULL, send, &next);
    printf("%ld\n", in[0]); //@ B
    pthread_join(thread, NULL);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
