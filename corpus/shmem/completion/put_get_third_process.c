/*
 * Figure 2.9a of the thesis: PE 0 puts into PE 1, PE 2 gets from the same place of PE 1, which is passive.
 *
 * Put and get lie between the same two barriers.
 */
//@ expect: error RMA203 A B
//@ twin: put_barrier_get_third_process.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int buf = 42;
    if (n < 3)
        shmem_global_exit(1);
    shmem_barrier_all();
    if (me == 0)
        shmem_int_put(&x, &buf, 1, 1); //@ A
    if (me == 2) {
        shmem_int_get(&buf, &x, 1, 1); //@ B
        printf("%d\n", buf);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
