/*
 * A number is put into the neighbour and summed over all.
 *
 * The put is not complete when the neighbour enters the reduction that reads the number (OpenSHMEM 1.6, 9.9.8: the
 * source must not change meanwhile).
 */
//@ expect: error RMA201 A B
//@ twin: barrier_before_reduce.c
#include <shmem.h>
#include <stdio.h>

static double part, total;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double mine = me;
    shmem_double_put(&part, &mine, 1, (me + 1) % n); //@ A
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &total, &part, 1); //@ B
    printf("%f\n", total);
    shmem_finalize();
    return 0;
}
