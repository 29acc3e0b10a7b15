/*
 * A nonblocking fetching atomic and a load of what it fetches.
 *
 * Quiet comes before the load.
 */
//@ expect: none
//@ twin: fetch_nbi_read_early.c
#include <shmem.h>
#include <stdio.h>

static long counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long ticket = 0;
    shmem_long_atomic_fetch_add_nbi(&ticket, &counter, 1, 0);
    shmem_quiet();
    printf("%d: %ld\n", me, ticket);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
