// PE 1 puts to its right neighbour, and then raises a flag at PE 0, which is that neighbour if there are two PEs.
// Race-free: with two PEs the fence orders the put before the flag, and PE 0 loads behind its wait; PE 1 puts again when PE 0 has answered. With more
// PEs the put goes to PE 2, which does not load (OpenSHMEM 1.5, 9.10, 9.11).
//
//@ expect: none
//@ twin: flag_at_neighbour_of_two_race.c
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
            shmem_int_put(&cell, &number, 1, (me + 1) % size);
            shmem_fence();
            shmem_int_atomic_set(&sent, turn + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&sent, SHMEM_CMP_EQ, turn + 1);
            sum += cell;
            shmem_int_atomic_set(&answered, turn + 1, 1);
        }
    }
    shmem_barrier_all();
    printf("%ld\n", sum);
    shmem_finalize();
    return 0;
}
