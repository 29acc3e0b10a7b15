// One thread puts and completes the put; a second one, which waits for the first, tells the other process.
// Race-free: the store with release order comes behind `shmem_quiet`, and the load that sees it before the atomic update that the other process waits
// for (C11, 5.1.2.4; OpenSHMEM 1.5, 9.11).
//
//@ expect: none
//@ twin: told_by_second_thread_race.c
#include <pthread.h>
#include <shmem.h>
#include <stdatomic.h>
#include <stdio.h>

static int flag;
static double in[64], out[64];
static int to;
static atomic_int go;

static void *put(void *arg)
{
    for (int i = 0; i < 64; i++)
        out[i] = i;
    shmem_double_put_nbi(in, out, 64, to);
    shmem_quiet();
    atomic_store_explicit(&go, 1, memory_order_release);
    return arg;
}

static void *tell(void *arg)
{
    while (!atomic_load_explicit(&go, memory_order_acquire))
        ;
    shmem_int_atomic_set(&flag, 1, to);
    return arg;
}

int main(void)
{
    int provided;
    double sum = 0;
    pthread_t first, second;

    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    to = (shmem_my_pe() + 1) % shmem_n_pes();
    pthread_create(&first, NULL, put, NULL);
    pthread_create(&second, NULL, tell, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    for (int i = 0; i < 64; i++)
        sum += in[i];
    printf("%g\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
