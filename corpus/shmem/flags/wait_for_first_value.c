/*
 * PE 0 sends two messages into one buffer, each with the flag set to its number; PE 1 uses the second.
 *
 * PE 1 waits for the first number only: the second message may arrive while it reads.
 */
//@ expect: error RMA201 A B
//@ twin: wait_for_second_value.c
#include <shmem.h>
#include <stdio.h>

static int data, flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_int_p(&data, 10, 1);
        shmem_fence();
        shmem_int_p(&flag, 1, 1);
        shmem_fence();
        shmem_int_p(&data, 20, 1); //@ A
        shmem_fence();
        shmem_int_p(&flag, 2, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_GE, 1);
        printf("%d\n", data); //@ B
    }
    shmem_finalize();
    return 0;
}
