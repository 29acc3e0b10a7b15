/*
 * PE 1 clears its flag around the wait for it.
 *
 * The flag is cleared when the update has been seen.
 */
//@ expect: none
//@ twin: flag_store_before_wait.c
#include <shmem.h>
#include <stdio.h>

static long flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_long_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_long_wait_until(&flag, SHMEM_CMP_NE, 0);
        flag = 0;
        printf("%ld\n", flag);
    }
    shmem_finalize();
    return 0;
}
