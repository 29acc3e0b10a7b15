/*
 * In each step a PE sends a number to its right neighbour and sets a flag there behind it. The neighbour waits for the flag, reads and resets it. The
 * program must be told the number of steps.
 *
 * Nothing ends a step: the left neighbour may send its next number while this PE still reads, and set the flag while it is reset.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA301 C D
//@ twin: ring_flag_of_each_step_ok.c
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
        shmem_long_p(&box, step, right); //@ A
        shmem_fence();
        shmem_long_atomic_set(&flag, 1, right); //@ C
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
        sum += box; //@ B
        flag = 0; //@ D
    }
    printf("%ld\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
