/*
 * A dissemination of values: in step k each process exchanges one with the process whose number differs in bit k, if there is that process, by a
 * put, a fence and a flag of the step.
 *
 * Who loads the element of a step has waited for the flag of that step, which its partner sets behind the put and a fence, and nobody else
 * writes there: steps and partners belong together one to one (OpenSHMEM 1.6, 9.10.1, 9.11.2).
 */
//@ expect: none
#include <shmem.h>
#include <stdio.h>

static int elements[8], flags[8];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), sum = me;
    for (int k = 0; k < 8; k++) {
        int partner = me ^ (1 << k);
        if (partner < n) {
            shmem_int_p(&elements[k], sum, partner); //@ PUT
            shmem_fence();
            shmem_int_atomic_set(&flags[k], 1, partner);
            shmem_int_wait_until(&flags[k], SHMEM_CMP_EQ, 1);
            sum += elements[k]; //@ LOAD
        }
    }
    printf("%d: %d\n", me, sum);
    shmem_finalize();
    return 0;
}
