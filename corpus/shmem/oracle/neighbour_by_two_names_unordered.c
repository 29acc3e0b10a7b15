/*
 * PE 0 puts to its neighbour on a ring and raises a flag at PE 1, which is that neighbour.
 *
 * Nothing orders the flag behind the put.
 */
//@ expect: error RMA201 A B
//@ twin: neighbour_by_two_names.c
#include <shmem.h>
#include <stdio.h>

static int data, flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3 || n > 16)
        shmem_global_exit(1);
    int next = (me + 1) % n;
    if (me == 0) {
        shmem_int_p(&data, 5, next); //@ A
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data); //@ B
    }
    shmem_finalize();
    return 0;
}
