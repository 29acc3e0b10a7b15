/*
 * A put to the right neighbour, completed for a list of processes.
 *
 * The list names the target.
 */
//@ expect: none
//@ twin: pe_quiet_of_other_pe.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int right = (me + 1) % n, value = me;
    int listed[1] = {right};
    shmem_int_put(&x, &value, 1, right);
    shmem_pe_quiet(listed, 1);
    shmem_sync_all();
    printf("%d\n", x);
    shmem_finalize();
    return 0;
}
