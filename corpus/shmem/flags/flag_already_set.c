/*
 * Figure 3.9a of the thesis: a wait for a value that the flag may have from the start.
 *
 * The flag is 1 from the start: the wait returns at once and orders nothing (OpenSHMEM 1.6, 9.10.1).
 */
//@ expect: error RMA201 A B
//@ twin: flag_set_by_other.c
#include <shmem.h>
#include <stdio.h>

static int data, flag = 1;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_int_p(&data, 42, 1); //@ A
        shmem_quiet();
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data); //@ B
    }
    shmem_finalize();
    return 0;
}
