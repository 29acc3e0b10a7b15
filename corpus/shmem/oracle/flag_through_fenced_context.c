/*
 * PE 0 puts a value into PE 1, with a fence before the flag that tells of it.
 *
 * The flag goes through the context of the put, behind the fence of that context (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: flag_through_other_context.c
#include <shmem.h>
#include <stdio.h>

static int value, flag, source = 7;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_ctx_t other;
    shmem_ctx_create(0, &other);
    if (n < 2)
        shmem_global_exit(1);
    if (me == 0) {
        shmem_int_put(&value, &source, 1, 1); //@ A
        shmem_fence();
        shmem_ctx_int_atomic_set(SHMEM_CTX_DEFAULT, &flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", value); //@ B
    }
    shmem_ctx_destroy(other);
    shmem_finalize();
    return 0;
}
