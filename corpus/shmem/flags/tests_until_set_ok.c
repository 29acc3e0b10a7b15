/*
 * PE 1 tests the flag until it is set and reads the data.
 *
 * The loop ends when the flag is set; the fence has ordered it after the data (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: tests_given_up_race.c
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
        shmem_long_put(data, values, 4, 1);
        shmem_fence();
        shmem_int_atomic_set(&there, 1, 1);
    } else if (me == 1) {
        int found = 0;
        while (!found)
            found = shmem_int_test(&there, SHMEM_CMP_EQ, 1);
        printf("%ld\n", data[2]);
    }

    shmem_finalize();
    return 0;
}
