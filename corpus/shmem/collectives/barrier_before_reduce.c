/*
 * A number is put into the neighbour and summed over all.
 *
 * A barrier completes the put and orders it before the reduction.
 */
//@ expect: none
//@ twin: put_into_source_of_reduce.c
#include <shmem.h>
#include <stdio.h>

static double part, total;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double mine = me;
    shmem_double_put(&part, &mine, 1, (me + 1) % n);
    shmem_barrier_all();
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &total, &part, 1);
    printf("%f\n", total);
    shmem_finalize();
    return 0;
}
