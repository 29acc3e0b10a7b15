// PE 1 puts to its right neighbour, and then raises a flag at PE 0, which is that neighbour if there are two PEs.
// Race: nothing orders the put before the flag, so with two PEs PE 0 may load before the number has arrived; nor are two puts in order
// (OpenSHMEM 1.5, 9.5.2, 9.11).
//
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: flag_at_neighbour_of_two_ok.c
#include <shmem.h>
#include <stdio.h>

static int cell, number, sent, answered;

int main(void)
{
    long sum = 0;

    shmem_init();
    int me = shmem_my_pe(), size = shmem_n_pes();
    if (size < 2)
        shmem_global_exit(1);
    for (int turn = 0; turn < 10; turn++) {
        if (me == 1) {
            shmem_int_wait_until(&answered, SHMEM_CMP_EQ, turn);
            shmem_int_put(&cell, &number, 1, (me + 1) % size); //@ A
            shmem_int_atomic_set(&sent, turn + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&sent, SHMEM_CMP_EQ, turn + 1);
            sum += cell; //@ B
            shmem_int_atomic_set(&answered, turn + 1, 1);
        }
    }
    shmem_barrier_all();
    printf("%ld\n", sum);
    shmem_finalize();
    return 0;
}
