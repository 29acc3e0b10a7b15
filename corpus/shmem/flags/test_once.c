/*
 * PE 1 asks with shmem_int_test whether the flag has been set.
 *
 * It asks once and reads whatever the answer is.
 */
//@ expect: error RMA201 A B
//@ twin: test_until_true.c
#include <shmem.h>
#include <stdio.h>

static int data, flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_int_p(&data, 42, 1); //@ A
        shmem_quiet();
        shmem_int_atomic_inc(&flag, 1);
    } else if (me == 1) {
        (void)shmem_int_test(&flag, SHMEM_CMP_NE, 0);
        printf("%d\n", data); //@ B
    }
    shmem_finalize();
    return 0;
}
