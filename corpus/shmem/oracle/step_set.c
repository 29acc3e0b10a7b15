/*
 * PE 0 puts a value in each step and sets the step's number to a word that PE 1 waits for; PE 1 answers each value.
 *
 * What PE 1 waits for in a step is stored behind the value of that step, and the next value is put after the answer only (OpenSHMEM 1.6,
 * 9.10.1, 9.11.2).
 */
//@ expect: none
//@ twin: step_added.c
#include <shmem.h>
#include <stdio.h>

static int value, word, credit;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), sum = 0;
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);
    for (int step = 0; step < 4; step++) {
        if (me == 0) {
            shmem_int_wait_until(&credit, SHMEM_CMP_GE, step);
            shmem_int_p(&value, step, 1); //@ A
            shmem_quiet();
            shmem_int_atomic_set(&word, step + 1, 1);
        } else if (me == 1) {
            shmem_int_wait_until(&word, SHMEM_CMP_GE, step + 1);
            sum += value; //@ B
            shmem_int_atomic_set(&credit, step + 1, 0);
        }
    }
    if (me == 1)
        printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
