/*
 * In each step a PE sends a number to its right neighbour and sets a flag there behind it. The neighbour waits for the flag, reads and resets it. The
 * program must be told the number of steps.
 *
 * Only the left neighbour sets the flag, once in a step, behind its number (OpenSHMEM 1.6, 9.11.1), and the barrier ends the step: the next number and
 * flag come after the load and the reset.
 */
//@ expect: none
//@ twin: ring_flag_of_each_step_race.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

static long box, flag;

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    int steps = atoi(argv[1]);
    shmem_init();
    int right = (shmem_my_pe() + 1) % shmem_n_pes();
    long sum = 0;

    for (int step = 0; step < steps; step++) {
        shmem_long_p(&box, step, right);
        shmem_fence();
        shmem_long_atomic_set(&flag, 1, right);
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
        sum += box;
        flag = 0;
        shmem_barrier_all();
    }
    printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
