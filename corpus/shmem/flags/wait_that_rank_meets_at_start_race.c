// PE 1 sends a number in each turn, and PE 0 answers. Before PE 1 stores the next number into its buffer, it waits for a value that its rank gives.
// Race: for PE 1 this value is 0, which the flag has at first: it never waits. It stores into the buffer while the put of the turn before is pending
// (OpenSHMEM 1.5, 9.6, 9.10), and the next put may come while PE 0 loads.
//
//@ expect: error RMA101 A B
//@ expect: error RMA201 A C
//@ twin: wait_that_rank_meets_at_start_ok.c
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
            shmem_int_wait_until(&answered, SHMEM_CMP_GE, (me + size - 1) % size);
            number = turn; //@ B
            shmem_int_put_nbi(&cell, &number, 1, 0); //@ A
            shmem_fence();
            shmem_int_atomic_set(&sent, turn + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&sent, SHMEM_CMP_GE, turn + 1);
            sum += cell; //@ C
            shmem_int_atomic_set(&answered, turn + 1, 1);
        }
    }
    shmem_barrier_all();
    printf("%ld\n", sum);
    shmem_finalize();
    return 0;
}
