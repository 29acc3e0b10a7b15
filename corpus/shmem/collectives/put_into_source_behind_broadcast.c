/*
 * Two PEs: PE 1 puts into what PE 0 broadcasts when its own call has returned.
 *
 * The return from a collective tells the caller that its own source may be used again (OpenSHMEM 1.6, 9.9); PE 0 may still be in the
 * call and read its source.
 */
//@ expect: error RMA201 A B
//@ twin: put_into_source_synced_broadcast.c
#include <shmem.h>
#include <stdio.h>

static int part = 1, total;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), two = 2;
    if (shmem_n_pes() != 2)
        shmem_global_exit(1);
    shmem_barrier_all();
    shmem_int_broadcast(SHMEM_TEAM_WORLD, &total, &part, 1, 0); //@ A
    if (me == 1)
        shmem_int_put(&part, &two, 1, 0); //@ B
    printf("%d\n", total);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
