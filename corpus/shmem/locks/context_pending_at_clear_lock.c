/*
 * A put on a context of its own under a lock.
 *
 * shmem_clear_lock completes the default context only: the put may still be under way when the next process has
 * the lock (OpenSHMEM 1.6, 9.12.1).
 */
//@ expect: error RMA203 A A
//@ twin: context_quiet_before_clear_lock.c
#include <shmem.h>

static long lock;
static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    shmem_ctx_t ctx;
    int mine = me;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    shmem_set_lock(&lock);
    shmem_ctx_int_put(ctx, &x, &mine, 1, 0); //@ A
    shmem_clear_lock(&lock);
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
