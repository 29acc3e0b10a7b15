/*
 * Messages with numbers; both sides ask with shmem_int_test until they may go on.
 *
 * PE 0 does not wait until the value has been read.
 */
//@ expect: error RMA201 A B
//@ twin: asked_in_loops.c
#include <shmem.h>
#include <stdio.h>

static int data, flag, credit;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3 || n > 16)
        shmem_global_exit(1);
    for (int i = 0; i < 3; i++) {
        if (me == 0) {
            shmem_int_p(&data, i, 1); //@ A
            shmem_fence();
            shmem_int_atomic_set(&flag, i + 1, 1);
        } else if (me == 1) {
            while (!shmem_int_test(&flag, SHMEM_CMP_GE, i + 1))
                ;
            printf("%d\n", data); //@ B
            shmem_int_atomic_set(&credit, i + 1, 0);
        }
    }
    shmem_finalize();
    return 0;
}
