/*
 * PE 1 sends a value and its number in each step and asks for credit before; PE 0 asks for the number of the step.
 *
 * The fence orders the value before its number, and PE 1 sends again when PE 0 has read (OpenSHMEM 1.6, 9.8, 9.11.1).
 */
//@ expect: none
//@ twin: asked_for_one_step_less.c
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
            shmem_int_p(&value, i, 0);
            shmem_fence();
            shmem_int_atomic_set(&news, i + 1, 0);
        } else if (me == 0) {
            while (shmem_int_atomic_fetch(&news, 0) < i + 1)
                continue;
            sum += value;
            shmem_int_atomic_set(&credit, i + 1, 1);
        }
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
