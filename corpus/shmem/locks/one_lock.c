/*
 * Every process adds to a number on PE 0 by get and put under a lock.
 *
 * All take the same lock.
 */
//@ expect: none
//@ twin: two_locks.c
#include <shmem.h>

static long even, odd;
static int sum;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long *lock = &even;
    int now;
    (void)odd;
    shmem_set_lock(lock);
    shmem_int_get(&now, &sum, 1, 0);
    now += me;
    shmem_int_put(&sum, &now, 1, 0);
    shmem_clear_lock(lock);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
