/*
 * Each process takes a slot of an array on PE 0 by a counter.
 *
 * The counter is only read: two processes take the same slot.
 */
//@ expect: warning RMA203 A A
//@ twin: ticket_by_fetch_inc.c
#include <shmem.h>

static int next, slots[256];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    int slot = shmem_int_atomic_fetch(&next, 0);
    shmem_int_p(&slots[slot], me, 0); //@ A
    shmem_int_atomic_inc(&next, 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
