/*
 * Each process puts a number into the next one, and all add up how much they have sent, by the generic reduction.
 *
 * The reduction completes no put (OpenSHMEM 1.6, 9.9): the number may arrive while it is read.
 */
//@ expect: error RMA201 A B
//@ twin: quiet_then_sum_reduce.c
#include <shmem.h>
#include <stdio.h>

static int cell;
static long sent, total;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_p(&cell, me, (me + 1) % n); //@ A
    sent = 1;
    shmem_sum_reduce(SHMEM_TEAM_WORLD, &total, &sent, 1);
    printf("%d of %ld\n", cell, total); //@ B
    shmem_finalize();
    return 0;
}
