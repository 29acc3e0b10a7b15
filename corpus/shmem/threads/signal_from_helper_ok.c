// A helper thread puts with a signal to the next PE, which is the PE itself if there is one only; the main thread reads when it has seen the signal
// (OpenSHMEM 1.6, 9.8.1).
//
//@ expect: none
//@ twin: signal_from_helper_race.c
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

static long out[64], in[64];
static uint64_t signal;

static void *send(void *to)
{
    shmem_long_put_signal(in, out, 64, &signal, 1, SHMEM_SIGNAL_SET, *(int *)to);
    return NULL;
}

int main(void)
{
    int provided, next;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    next = (shmem_my_pe() + 1) % shmem_n_pes();
    pthread_create(&thread, NULL, send, &next);
    shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 1);
    printf("%ld\n", in[0]);
    pthread_join(thread, NULL);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
