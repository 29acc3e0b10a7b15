/*
 * Two processes send PE 0 a message of 32 numbers each, counted in bytes, by shmem_putmem.
 *
 * The count is that of a number of elements times eight, twice the share: the two messages overlap (OpenSHMEM 1.6,
 * 9.6.1: nelems is in bytes).
 */
//@ expect: error RMA203 A A
//@ twin: putmem_bytes.c
#include <shmem.h>

static long buffer[128];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long data[64] = {0};
    if (me < 2)
        shmem_putmem(buffer + 32 * me, data, 64 * sizeof(long), 0); //@ A
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
