/*
 * Figure 3.9b of the thesis: two processes put data into PE 2 and set a flag there.
 *
 * Each has a flag of its own and PE 2 waits for both.
 */
//@ expect: none
//@ twin: one_of_two_signallers.c
#include <shmem.h>
#include <stdio.h>

static int data[2], flag[2];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3)
        shmem_global_exit(1);
    if (me < 2) {
        shmem_int_p(&data[me], 42, 2);
        shmem_fence();
        shmem_int_atomic_set(&flag[me], 1, 2);
    } else if (me == 2) {
        shmem_int_wait_until(&flag[0], SHMEM_CMP_EQ, 1);
        shmem_int_wait_until(&flag[1], SHMEM_CMP_EQ, 1);
        printf("%d\n", data[0] + data[1]);
    }
    shmem_finalize();
    return 0;
}
