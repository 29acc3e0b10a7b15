/*
 * A table is given to all by PE 0; then each process sets its entry at its right neighbour.
 *
 * A barrier stands between.
 */
//@ expect: none
//@ twin: put_into_dest_of_broadcast.c
#include <shmem.h>

static long source[64], table[64];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > 64)
        shmem_global_exit(1);
    shmem_long_broadcast(SHMEM_TEAM_WORLD, table, source, 64, 0);
    shmem_barrier_all();
    shmem_long_p(&table[me], me, (me + 1) % n);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
