/*
 * Each process takes a slot of an array on PE 0 by a counter.
 *
 * shmem_int_atomic_fetch_inc gives each a slot of its own (OpenSHMEM 1.6, 9.7.1.5).
 */
//@ expect: none
//@ twin: ticket_by_fetch.c
#include <shmem.h>

static int next, slots[256];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    int slot = shmem_int_atomic_fetch_inc(&next, 0);
    shmem_int_p(&slots[slot], me, 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
