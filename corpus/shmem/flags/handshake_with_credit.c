/*
 * PE 0 sends a message an iteration, with the number of the iteration as the flag; PE 1 waits for that number.
 *
 * PE 1 gives a credit back when it has read, and PE 0 waits for it.
 */
//@ expect: none
//@ twin: handshake_without_credit.c
#include <shmem.h>
#include <stdio.h>

static int data, flag, credit;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int i = 0; i < 50; i++) {
        if (me == 0 && n > 1) {
            shmem_int_wait_until(&credit, SHMEM_CMP_EQ, i);
            shmem_int_p(&data, 3 * i, 1);
            shmem_fence();
            shmem_int_p(&flag, i + 1, 1);
        } else if (me == 1) {
            shmem_int_wait_until(&flag, SHMEM_CMP_EQ, i + 1);
            printf("%d\n", data);
            shmem_int_atomic_set(&credit, i + 1, 0);
        }
    }
    shmem_finalize();
    return 0;
}
