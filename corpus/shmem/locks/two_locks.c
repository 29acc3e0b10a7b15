/*
 * Every process adds to a number on PE 0 by get and put under a lock.
 *
 * Even and odd processes take different locks.
 */
//@ expect: error RMA203 B A
//@ expect: error RMA203 A A
//@ twin: one_lock.c
#include <shmem.h>

static long even, odd;
static int sum;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long *lock = me % 2 == 0 ? &even : &odd;
    int now;
    (void)odd;
    shmem_set_lock(lock);
    shmem_int_get(&now, &sum, 1, 0); //@ B
    now += me;
    shmem_int_put(&sum, &now, 1, 0); //@ A
    shmem_clear_lock(lock);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
