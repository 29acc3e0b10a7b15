/*
 * PE 0 sets a flag of PE 1, which waits for it; after a barrier the same flag tells of a value.
 *
 * PE 1 has set the flag back before the barrier: the second wait ends by the second flag only.
 */
//@ expect: none
//@ twin: flag_kept_and_used_again.c
#include <shmem.h>
#include <stdio.h>

static int value, flag, source = 7;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 2)
        shmem_global_exit(1);
    if (me == 0) {
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        flag = 0;
    }
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_put(&value, &source, 1, 1); //@ A
        shmem_fence();
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", value); //@ B
    }
    shmem_finalize();
    return 0;
}
