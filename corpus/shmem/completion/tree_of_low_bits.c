/*
 * A value goes down a tree: each process puts it to the processes that differ from it in one bit below its lowest bit.
 *
 * The number of a receiver without its lowest bit is that of its only sender, so no two puts meet; the barrier completes them
 * (OpenSHMEM 1.5, 9.11.1).
 */
//@ expect: none
//@ twin: tree_of_low_bits_race.c
#include <shmem.h>

static long value;

int main(void)
{
    int me, npes, m = 1;
    long got;

    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    while (m < npes && !(me & m))
        m <<= 1;
    for (m >>= 1; m > 0; m >>= 1)
        if (me + m < npes)
            shmem_long_p(&value, me, me + m);
    shmem_barrier_all();
    got = value;
    shmem_finalize();
    return got < 0;
}
