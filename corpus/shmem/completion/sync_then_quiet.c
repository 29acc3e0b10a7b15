/*
 * A ring: each process puts its number into the next one, calls quiet and synchronises, in one of the two orders,
 * and reads its own cell.
 *
 * The quiet comes after the synchronisation: the left neighbour may leave shmem_sync_all with its put still
 * pending (OpenSHMEM 1.6, 9.11.1 completes at the call, 9.9.3 only synchronises).
 */
//@ expect: error RMA201 A B
//@ twin: quiet_then_sync.c
#include <shmem.h>
#include <stdio.h>

static long cell;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    long mine = me;
    shmem_long_put(&cell, &mine, 1, (me + 1) % n); //@ A
    shmem_sync_all();
    shmem_quiet();
    printf("%ld\n", cell); //@ B
    shmem_finalize();
    return 0;
}
