// PE 1 sends a number in each turn, and PE 0 answers. Before PE 1 stores the next number into its buffer, it waits for a value that its rank and the
// turn give.
// Race-free: for PE 1 this value is the number of the turn, so from the second turn on it waits for the answer of the turn before: PE 0 has found
// the flag, which comes behind the put (`shmem_fence`), so the put has arrived (OpenSHMEM 1.5, 9.10, 9.11).
//
//@ expect: none
//@ twin: wait_that_rank_meets_at_start_race.c
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
            shmem_int_wait_until(&answered, SHMEM_CMP_GE, turn * me);
            number = turn;
            shmem_int_put_nbi(&cell, &number, 1, 0);
            shmem_fence();
            shmem_int_atomic_set(&sent, turn + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&sent, SHMEM_CMP_GE, turn + 1);
            sum += cell;
            shmem_int_atomic_set(&answered, turn + 1, 1);
        }
    }
    shmem_barrier_all();
    printf("%ld\n", sum);
    shmem_finalize();
    return 0;
}
