/*
 * Names of version 1.0: start_pes, _my_pe, shmem_int_fadd.
 *
 * The counter is raised by shmem_int_g and shmem_int_p.
 */
//@ expect: error RMA203 A A
//@ expect: error RMA203 B A
//@ twin: old_names_fetch_add.c
#include <shmem.h>

static int counter;

int main(void) {
    start_pes(0);
    int me = _my_pe();
    int ticket = shmem_int_g(&counter, 0); //@ B
    shmem_int_p(&counter, ticket + me, 0); //@ A
    (void)ticket;
    shmem_barrier_all();
    return 0;
}
