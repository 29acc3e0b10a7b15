/*
 * All put a value into PE 0 and count themselves there; PE 0 waits for the count and adds the values up.
 *
 * The count is reached without one of the processes.
 */
//@ expect: error RMA201 A B
//@ expect@O2: error RMA201 A B
//@ expect@O2: error RMA201 A LOOP
// The optimiser gives the loads of the vector loop the position of the loop.
//@ twin: counted_all.c
#include <shmem.h>
#include <stdio.h>

static int slots[16], count, sum;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3 || n > 16)
        shmem_global_exit(1);
    shmem_int_p(&slots[me], me, 0); //@ A
    shmem_fence();
    shmem_int_atomic_inc(&count, 0);
    if (me == 0) {
        shmem_int_wait_until(&count, SHMEM_CMP_GE, n - 1);
        for (int i = 0; i < n; i++) //@ LOOP
            sum += slots[i]; //@ B
        printf("%d\n", sum);
    }
    shmem_finalize();
    return 0;
}
