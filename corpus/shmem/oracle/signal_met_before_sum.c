/*
 * Every PE puts to its neighbour with a signal, all take part in a reduction, and every PE puts to the same place again.
 *
 * The neighbour has waited for the signal before the reduction, so the first put is complete when anybody is behind it.
 */
//@ expect: none
//@ twin: signal_not_met_before_sum.c
#include <shmem.h>
#include <stdio.h>

static int value, source = 7, sums[1], parts[1];
static uint64_t arrived;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int next = (me + 1) % n;
    shmem_int_put_signal(&value, &source, 1, &arrived, 1, SHMEM_SIGNAL_SET, next); //@ A
    shmem_signal_wait_until(&arrived, SHMEM_CMP_EQ, 1);
    shmem_int_sum_reduce(SHMEM_TEAM_WORLD, sums, parts, 1);
    shmem_int_put_nbi(&value, &source, 1, next); //@ B
    shmem_quiet();
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
