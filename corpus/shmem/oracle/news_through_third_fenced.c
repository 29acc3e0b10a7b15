/*
 * PE 0 puts into PE 2 and tells PE 1, which tells PE 2.
 *
 * shmem_fence orders what goes to one PE: the flag at PE 1 may overtake the put to PE 2 (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: error RMA201 A B
//@ twin: news_through_third_quiet.c
#include <shmem.h>
#include <stdio.h>

static int data, first, second;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3 || n > 16)
        shmem_global_exit(1);
    if (me == 0) {
        shmem_int_p(&data, 5, 2); //@ A
        shmem_fence();
        shmem_int_atomic_set(&first, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&first, SHMEM_CMP_EQ, 1);
        shmem_int_atomic_set(&second, 1, 2);
    } else if (me == 2) {
        shmem_int_wait_until(&second, SHMEM_CMP_EQ, 1);
        printf("%d\n", data); //@ B
    }
    shmem_finalize();
    return 0;
}
