/*
 * A dissemination of values: in step k each process exchanges one with the process whose number differs in bit k, if there is that process, by a
 * put and a flag of the step, without a fence.
 *
 * The flag may be there before the element: nothing orders the two (OpenSHMEM 1.6, 9.10.1, 9.11.2).
 */
//@ expect: error RMA201 PUT LOAD
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
            shmem_int_atomic_set(&flags[k], 1, partner);
            shmem_int_wait_until(&flags[k], SHMEM_CMP_EQ, 1);
            sum += elements[k]; //@ LOAD
        }
    }
    printf("%d: %d\n", me, sum);
    shmem_finalize();
    return 0;
}
