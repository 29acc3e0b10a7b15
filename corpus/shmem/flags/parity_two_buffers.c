/*
 * Two buffers are used in turn; PE 0 may be one message ahead.
 *
 * The buffer of an iteration is that of its parity, and the message of the iteration before last has been read.
 */
//@ expect: none
//@ twin: parity_one_ahead.c
#include <shmem.h>
#include <stdio.h>

static int data[2], flag, credit;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int i = 0; i < 50; i++) {
        int slot = i % 2;
        if (me == 0 && n > 1) {
            shmem_int_wait_until(&credit, SHMEM_CMP_GE, i - 1);
            shmem_int_p(&data[slot], 3 * i, 1);
            shmem_fence();
            shmem_int_p(&flag, i + 1, 1);
        } else if (me == 1) {
            shmem_int_wait_until(&flag, SHMEM_CMP_GE, i + 1);
            printf("%d\n", data[slot]);
            shmem_int_atomic_set(&credit, i + 1, 0);
        }
    }
    shmem_finalize();
    return 0;
}
