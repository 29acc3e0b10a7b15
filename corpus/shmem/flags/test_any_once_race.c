/*
 * PE 0 tests the flags of all PEs once and reads the value that belongs to the flag that is set, or that of PE 1.
 *
 * The test returns SIZE_MAX where no flag is set (OpenSHMEM 1.6, 9.10.10). Then the value of PE 1 need not have come.
 */
//@ expect: error RMA201 A B
//@ twin: test_any_until_found_ok.c
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

    shmem_long_p(&parts[me], 10 + me, 0); //@ A
    shmem_fence();
    shmem_int_atomic_set(&there[me], 1, 0);
    if (me == 0) {
        size_t i = shmem_int_test_any(there, n, NULL, SHMEM_CMP_EQ, 1);
        if (i == SIZE_MAX)
            i = 1;
        printf("%ld\n", parts[i]); //@ B
    }

    shmem_finalize();
    return 0;
}
