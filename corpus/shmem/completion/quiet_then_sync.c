/*
 * A ring: each process puts its number into the next one, calls quiet and synchronises, in one of the two orders,
 * and reads its own cell.
 *
 * Quiet completes the put at the target, and the synchronisation behind it tells the target so (OpenSHMEM 1.6,
 * 9.11.1, 9.9.3).
 */
//@ expect: none
//@ twin: sync_then_quiet.c
#include <shmem.h>
#include <stdio.h>

static long cell;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    long mine = me;
    shmem_long_put(&cell, &mine, 1, (me + 1) % n);
    shmem_quiet();
    shmem_sync_all();
    printf("%ld\n", cell);
    shmem_finalize();
    return 0;
}
