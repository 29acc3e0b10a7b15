/*
 * Each process puts a number into the next one, and all add up how much they have sent, by the generic reduction.
 *
 * Quiet completes the put before the reduction tells the others of it (OpenSHMEM 1.6, 9.11.1, 9.9.8).
 */
//@ expect: none
//@ twin: sum_reduce_without_quiet.c
#include <shmem.h>
#include <stdio.h>

static int cell;
static long sent, total;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_p(&cell, me, (me + 1) % n);
    sent = 1;
    shmem_quiet();
    shmem_sum_reduce(SHMEM_TEAM_WORLD, &total, &sent, 1);
    printf("%d of %ld\n", cell, total);
    shmem_finalize();
    return 0;
}
