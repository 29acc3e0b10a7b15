/*
 * PE 1 sends a value and its number in each step; PE 0 waits for the number twice, and reads the value.
 *
 * The second wait is over at once (OpenSHMEM 1.6, 9.10.1): PE 1 may be in its next step when PE 0 reads. Happens with 2 or
 * more PEs.
 */
//@ expect: error RMA201 A B
//@ twin: waited_twice_with_credit.c
#include <shmem.h>
#include <stdio.h>

static int value, sum;
static int news, credit;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);
    for (int i = 0; i < 3; i++) {
        if (me == 1) {
            shmem_int_p(&value, i, 0); //@ A
            shmem_fence();
            shmem_int_atomic_set(&news, i + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&news, SHMEM_CMP_GE, i + 1);
            printf("step %d\n", i);
            shmem_int_wait_until(&news, SHMEM_CMP_GE, i + 1);
            sum += value; //@ B
        }
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
