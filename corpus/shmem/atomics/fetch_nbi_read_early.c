/*
 * A nonblocking fetching atomic and a load of what it fetches.
 *
 * The fetched value is there after quiet only (OpenSHMEM 1.6, 9.7.2.5).
 */
//@ expect: error RMA102 A B
//@ twin: fetch_nbi_read_after_quiet.c
#include <shmem.h>
#include <stdio.h>

static long counter;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long ticket = 0;
    shmem_long_atomic_fetch_add_nbi(&ticket, &counter, 1, 0); //@ A
    printf("%d: %ld\n", me, ticket); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
