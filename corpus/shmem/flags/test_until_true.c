/*
 * PE 1 asks with shmem_int_test whether the flag has been set.
 *
 * It asks until the answer is yes, which is as a wait (OpenSHMEM 1.6, 9.10.8).
 */
//@ expect: none
//@ twin: test_once.c
#include <shmem.h>
#include <stdio.h>

static int data, flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_int_p(&data, 42, 1);
        shmem_quiet();
        shmem_int_atomic_inc(&flag, 1);
    } else if (me == 1) {
        while (!shmem_int_test(&flag, SHMEM_CMP_NE, 0))
            ;
        printf("%d\n", data);
    }
    shmem_finalize();
    return 0;
}
