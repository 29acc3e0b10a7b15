/*
 * PE 1 tests the flag 100 times at most and reads the data.
 *
 * A test returns whether the flag is set at that time (OpenSHMEM 1.6, 9.10.8). If PE 0 is late no test finds it, and nothing orders the data
 * before the load.
 */
//@ expect: error RMA201 A B
//@ twin: tests_until_set_ok.c
#include <shmem.h>
#include <stdio.h>

static long data[4];
static int there;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);

    if (me == 0) {
        long values[4] = { 1, 2, 3, 4 };
        shmem_long_put(data, values, 4, 1); //@ A
        shmem_fence();
        shmem_int_atomic_set(&there, 1, 1);
    } else if (me == 1) {
        int found = 0;
        for (int t = 0; t < 100 && !found; t++)
            found = shmem_int_test(&there, SHMEM_CMP_EQ, 1);
        printf("%ld\n", data[2]); //@ B
    }

    shmem_finalize();
    return 0;
}
