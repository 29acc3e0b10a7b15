/*
 * PE 0 tests the flags of all PEs until one of them is set, and reads the value that belongs to it.
 *
 * The test returns SIZE_MAX while no flag is set (OpenSHMEM 1.6, 9.10.10). Behind the loop it has returned the index of a flag, which a fence
 * has ordered after the value.
 */
//@ expect: none
//@ twin: test_any_once_race.c
#include <shmem.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define MOST 64

static long parts[MOST];
static int there[MOST];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 2 || n > MOST)
        shmem_global_exit(1);

    shmem_long_p(&parts[me], 10 + me, 0);
    shmem_fence();
    shmem_int_atomic_set(&there[me], 1, 0);
    if (me == 0) {
        size_t i;
        do {
            i = shmem_int_test_any(there, n, NULL, SHMEM_CMP_EQ, 1);
        } while (i == SIZE_MAX);
        printf("%ld\n", parts[i]);
    }

    shmem_finalize();
    return 0;
}
