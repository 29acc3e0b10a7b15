/*
 * PE 0 puts into a static variable of PE 1, which prints it behind a collective.
 *
 * shmem_sync_all synchronises the processes and completes nothing (OpenSHMEM 1.6, 9.9.3): the put may still be
 * under way when PE 1 prints. From 2 processes.
 */
//@ expect: error RMA201 A B
//@ twin: put_barrier_all.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int value = 42;
    if (me == 0 && n > 1)
        shmem_int_put(&x, &value, 1, 1); //@ A
    shmem_sync_all();
    if (me == 1)
        printf("%d\n", x); //@ B
    shmem_finalize();
    return 0;
}
