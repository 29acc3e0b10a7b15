/*
 * PE 0 puts into a static variable of PE 1, which prints it behind a collective.
 *
 * shmem_barrier_all completes what was issued on the default context and synchronises (OpenSHMEM 1.6, 9.9.1).
 */
//@ expect: none
//@ twin: put_sync_all.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int value = 42;
    if (me == 0 && n > 1)
        shmem_int_put(&x, &value, 1, 1);
    shmem_barrier_all();
    if (me == 1)
        printf("%d\n", x);
    shmem_finalize();
    return 0;
}
