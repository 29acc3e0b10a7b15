/*
 * PE 1 clears its flag around the wait for it.
 *
 * The flag is cleared before the wait by a plain store, which meets the update that PE 0 makes (OpenSHMEM 1.6,
 * 9.7: a plain store is not atomic to an atomic operation).
 */
//@ expect: error RMA301 A B
//@ twin: flag_store_after_wait.c
#include <shmem.h>
#include <stdio.h>

static long flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_long_atomic_set(&flag, 1, 1); //@ A
    } else if (me == 1) {
        flag = 0; //@ B
        shmem_long_wait_until(&flag, SHMEM_CMP_NE, 0);
        printf("%ld\n", flag);
    }
    shmem_finalize();
    return 0;
}
