/*
 * Each PE adds one to a number of every PE, which a word of that PE protects: a spin lock made of compare-and-swaps.
 *
 * Only who has swapped the word stores zero there, after shmem_quiet has completed the put: no two PEs are between the two at one PE
 * (OpenSHMEM 1.5, 9.8.1, 9.11.3).
 */
//@ expect: none
//@ twin: spin_lock_of_each_pe_no_quiet.c
#include <shmem.h>
#include <stdio.h>

static long word, value;

static void take(int pe)
{
    while (shmem_long_atomic_compare_swap(&word, 0, 1, pe) != 0)
        ;
}

static void give_back(int pe)
{
    shmem_quiet();
    shmem_long_atomic_set(&word, 0, pe);
}

int main(void)
{
    int me, all;
    shmem_init();
    me = shmem_my_pe();
    all = shmem_n_pes();
    shmem_barrier_all();
    for (int k = 0; k < all; k++) {
        int pe = (me + k) % all;
        take(pe);
        long v = shmem_long_g(&value, pe);
        shmem_long_p(&value, v + 1, pe);
        give_back(pe);
    }
    shmem_barrier_all();
    printf("%ld\n", value);
    shmem_finalize();
    return 0;
}
