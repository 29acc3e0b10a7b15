/*
 * Each process takes a number from a counter of PE 0 by the nonblocking generic atomic.
 *
 * Quiet has brought the number when it is used (OpenSHMEM 1.6, 9.7.2).
 */
//@ expect: none
//@ twin: fetch_add_nbi_result_early.c
#include <shmem.h>
#include <stdio.h>

static long counter;

int main(void) {
    shmem_init();
    long mine = -1;
    shmem_atomic_fetch_add_nbi(&mine, &counter, 1, 0);
    shmem_quiet();
    printf("%ld\n", mine);
    shmem_finalize();
    return 0;
}
