/*
 * Two processes send PE 0 a message of 32 numbers each, counted in bytes, by shmem_putmem.
 *
 * The bytes are those of the message.
 */
//@ expect: none
//@ twin: putmem_bytes_too_many.c
#include <shmem.h>

static long buffer[128];

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    long data[64] = {0};
    if (me < 2)
        shmem_putmem(buffer + 32 * me, data, 32 * sizeof(long), 0);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
