/*
 * Each process takes a number from a counter of PE 0 by the nonblocking generic atomic.
 *
 * The number is there only after quiet (OpenSHMEM 1.6, 9.7.2).
 */
//@ expect: error RMA102 A B
//@ twin: fetch_add_nbi_then_quiet.c
#include <shmem.h>
#include <stdio.h>

static long counter;

int main(void) {
    shmem_init();
    long mine = -1;
    shmem_atomic_fetch_add_nbi(&mine, &counter, 1, 0); //@ A
    printf("%ld\n", mine); //@ B
    shmem_quiet();
    shmem_finalize();
    return 0;
}
