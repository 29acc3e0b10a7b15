/*
 * The source of a put is overwritten right after the call.
 *
 * The blocking put returns when the source may be used again (OpenSHMEM 1.6, 9.6.1).
 */
//@ expect: none
//@ twin: put_nbi_source_reused.c
#include <shmem.h>
#include <stdio.h>

static int x[8];

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[8] = {0};
    shmem_int_put(x, source, 8, (me + 1) % n);
    source[3] = 1;
    shmem_quiet();
    printf("%d\n", source[3]);
    shmem_finalize();
    return 0;
}
