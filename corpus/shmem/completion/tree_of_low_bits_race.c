/*
 * A value goes down a tree: each process puts it to the processes whose numbers are greater by a power of two.
 *
 * 3 is 1 and two, and 2 and one: processes 1 and 2 put to the same bytes, and nothing orders the two (OpenSHMEM 1.5, 9.11.1).
 */
//@ expect: error RMA203 A A
//@ twin: tree_of_low_bits.c
#include <shmem.h>

static long value;

int main(void)
{
    int me, npes, m = 1;
    long got;

    shmem_init();
    me = shmem_my_pe();
    npes = shmem_n_pes();
    while (m < npes)
        m <<= 1;
    for (m >>= 1; m > 0; m >>= 1)
        if (me + m < npes)
            shmem_long_p(&value, me, me + m); //@ A
    shmem_barrier_all();
    got = value;
    shmem_finalize();
    return got < 0;
}
