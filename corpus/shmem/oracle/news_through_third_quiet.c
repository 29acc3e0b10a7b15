/*
 * PE 0 puts into PE 2 and tells PE 1, which tells PE 2.
 *
 * The put is complete when the flag is raised, and PE 1 raises the next flag only after it has seen the first.
 */
//@ expect: none
//@ twin: news_through_third_fenced.c
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
        shmem_quiet();
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
