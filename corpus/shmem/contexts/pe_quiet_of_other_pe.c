/*
 * A put to the right neighbour, completed for a list of processes.
 *
 * The list names the left neighbour (OpenSHMEM 1.6, 9.11.2): with three or more processes the put stays pending.
 */
//@ expect: error RMA201 A B
//@ twin: pe_quiet_of_target.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int right = (me + 1) % n, value = me;
    int listed[1] = {(me + n - 1) % n};
    shmem_int_put(&x, &value, 1, right); //@ A
    shmem_pe_quiet(listed, 1);
    shmem_sync_all();
    printf("%d\n", x); //@ B
    shmem_finalize();
    return 0;
}
