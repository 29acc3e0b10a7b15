/*
 * Data come from both neighbours, each with a flag.
 *
 * The process waits for the flag of the left neighbour and reads what the right one sends.
 */
//@ expect: error RMA201 A B
//@ twin: wait_for_own_flag.c
#include <shmem.h>
#include <stdio.h>

static int from_left, from_right, flag_left, flag_right;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int left = (me + n - 1) % n, right = (me + 1) % n;
    if (n < 3)
        shmem_global_exit(1);
    shmem_int_p(&from_left, me, right);
    shmem_fence();
    shmem_int_p(&flag_left, 1, right);
    shmem_int_p(&from_right, me, left); //@ A
    shmem_fence();
    shmem_int_p(&flag_right, 1, left);
    shmem_int_wait_until(&flag_left, SHMEM_CMP_EQ, 1);
    printf("%d\n", from_right); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
