/*
 * Figure 3.9b of the thesis: two processes put data into PE 2 and set a flag there.
 *
 * Both set the same flag to the same value: the wait may be ended by the one, with the data of the other still
 * under way. From 3 processes.
 */
//@ expect: error RMA201 A B
//@ twin: both_signallers.c
#include <shmem.h>
#include <stdio.h>

static int data[2], flag[2];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3)
        shmem_global_exit(1);
    if (me < 2) {
        shmem_int_p(&data[me], 42, 2); //@ A
        shmem_fence();
        shmem_int_atomic_set(&flag[0], 1, 2);
    } else if (me == 2) {
        shmem_int_wait_until(&flag[0], SHMEM_CMP_EQ, 1);
        printf("%d\n", data[0] + data[1]); //@ B
    }
    shmem_finalize();
    return 0;
}
