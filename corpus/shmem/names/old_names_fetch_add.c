/*
 * Names of version 1.0: start_pes, _my_pe, shmem_int_fadd.
 *
 * It is raised by shmem_int_fadd.
 */
//@ expect: none
//@ twin: old_names_counter.c
#include <shmem.h>

static int counter;

int main(void) {
    start_pes(0);
    int me = _my_pe();
    int ticket = shmem_int_fadd(&counter, me, 0);
    (void)ticket;
    shmem_barrier_all();
    return 0;
}
