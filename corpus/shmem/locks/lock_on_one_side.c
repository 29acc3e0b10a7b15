/*
 * A pair of numbers on PE 0 is changed by all under a lock and looked at by some.
 *
 * Odd processes look at it without the lock (OpenSHMEM 1.6, 9.12.1: a lock excludes only those who take it).
 */
//@ expect: error RMA203 A B
//@ twin: lock_on_both_sides.c
#include <shmem.h>
#include <stdio.h>

static long lock;
static int both[2];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    int values[2] = {me, -me};
    if (me % 2 == 0) {
        shmem_set_lock(&lock);
        shmem_int_put(both, values, 2, 0); //@ A
        shmem_clear_lock(&lock);
    } else {
        shmem_int_get(values, both, 2, 0); //@ B
        printf("%d %d\n", values[0], values[1]);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
