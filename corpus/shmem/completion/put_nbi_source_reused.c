/*
 * The source of a put is overwritten right after the call.
 *
 * shmem_int_put_nbi returns before it has read its source; only quiet says that it has (OpenSHMEM 1.6, 9.6.9).
 */
//@ expect: error RMA101 A B
//@ twin: put_source_reused.c
#include <shmem.h>
#include <stdio.h>

static int x[8];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[8] = {0};
    shmem_int_put_nbi(x, source, 8, (me + 1) % n); //@ A
    source[3] = 1; //@ B
    shmem_quiet();
    printf("%d\n", source[3]);
    shmem_finalize();
    return 0;
}
