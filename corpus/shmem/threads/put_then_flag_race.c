// The helper thread puts a block, which may be changed when the call returns (OpenSHMEM 1.6, 9.6.1), and before that sets an atomic flag;
// the main thread waits for the flag and stores to the block. The put may still read it.
//
//@ expect: error RMA101 A B
//@ twin: put_then_flag_ok.c
#include <pthread.h>
#include <shmem.h>
#include <stdatomic.h>

static double inbox[64], block[64];
static atomic_int sent;
static int next;

static void *send(void *unused)
{
    (void)unused;
    atomic_store(&sent, 1);
    shmem_double_put(inbox, block, 64, next); //@ A
    return NULL;
}

int main(void)
{
    int provided;
    pthread_t thread;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    next = (shmem_my_pe() + 1) % shmem_n_pes();
    pthread_create(&thread, NULL, send, NULL);
    while (!atomic_load(&sent))
        ;
    block[1] = 3; //@ B
    pthread_join(thread, NULL);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
