/*
 * The same flag value is used in every iteration.
 *
 * From the second iteration on the flag has its value from the iteration before: the wait orders nothing.
 */
//@ expect: error RMA201 A B
#include <shmem.h>
#include <stdio.h>

static int data, flag, credit;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    for (int i = 0; i < 50; i++) {
        if (me == 0 && n > 1) {
            shmem_int_wait_until(&credit, SHMEM_CMP_EQ, i);
            shmem_int_p(&data, 3 * i, 1); //@ A
            shmem_fence();
            shmem_int_atomic_set(&flag, 1, 1);
        } else if (me == 1) {
            shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
            printf("%d\n", data); //@ B
            shmem_int_atomic_set(&credit, i + 1, 0);
        }
    }
    shmem_finalize();
    return 0;
}
