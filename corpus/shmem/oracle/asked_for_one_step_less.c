/*
 * PE 1 sends a value and its number in each step and asks for credit before; PE 0 asks for the number of the step before.
 *
 * In the first step PE 0 asks for no less than 0, which is there from the start: it reads while PE 1 sends (OpenSHMEM 1.6, 9.8).
 * Happens with 2 or more PEs.
 */
//@ expect: error RMA201 A B
//@ twin: asked_for_this_step.c
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
            while (shmem_int_atomic_fetch(&credit, 1) < i)
                continue;
            shmem_int_p(&value, i, 0); //@ A
            shmem_fence();
            shmem_int_atomic_set(&news, i + 1, 0);
        } else if (me == 0) {
            while (shmem_int_atomic_fetch(&news, 0) < i)
                continue;
            sum += value; //@ B
            shmem_int_atomic_set(&credit, i + 1, 1);
        }
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
