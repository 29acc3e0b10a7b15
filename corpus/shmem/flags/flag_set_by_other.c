/*
 * Figure 3.9a of the thesis: a wait for a value that the flag may have from the start.
 *
 * The flag is 0 at the start; only the update of PE 0 ends the wait.
 */
//@ expect: none
//@ twin: flag_already_set.c
#include <shmem.h>
#include <stdio.h>

static int data, flag = 0;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_int_p(&data, 42, 1);
        shmem_quiet();
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data);
    }
    shmem_finalize();
    return 0;
}
