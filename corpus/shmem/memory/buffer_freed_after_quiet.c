/*
 * A private buffer is sent and freed.
 *
 * Quiet comes before the free.
 */
//@ expect: none
//@ twin: buffer_freed_with_put_pending.c
#include <shmem.h>
#include <stdlib.h>

static double field[100];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double *copy = malloc(sizeof field);
    for (int i = 0; i < 100; i++)
        copy[i] = i;
    shmem_double_put_nbi(field, copy, 100, (me + 1) % n);
    shmem_quiet();
    free(copy);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
