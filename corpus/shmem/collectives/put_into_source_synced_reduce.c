/*
 * Two PEs: PE 1 puts into what PE 0 gives to a reduction when both have returned.
 *
 * PE 0 comes to the synchronisation when it has returned from the collective, and does not read its source any more.
 */
//@ expect: none
//@ twin: put_into_source_behind_reduce.c
#include <shmem.h>
#include <stdio.h>

static int part = 1, total;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), two = 2;
    if (shmem_n_pes() != 2)
        shmem_global_exit(1);
    shmem_barrier_all();
    shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &total, &part, 1);
    shmem_sync_all();
    if (me == 1)
        shmem_int_put(&part, &two, 1, 0);
    printf("%d\n", total);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
