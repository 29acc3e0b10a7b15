/*
 * PE 1 puts a value in each of three turns, once PE 0 has given it the credit for that turn by a number; PE 0 waits for the flag of
 * the turn, reads, and gives the credit for the next turn.
 *
 * A credit for turn n is given behind the read of turn n - 1, and none before allows turn n: each put comes after the read before it.
 */
//@ expect: none
//@ twin: credit_for_all_turns.c
#include <shmem.h>
#include <stdio.h>

static int data, flag, credit;

int main(void)
{
    int me, value = 0;

    shmem_init();
    me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);

    for (int turn = 0; turn < 3; turn++) {
        if (me == 1) {
            value += 5;
            shmem_int_wait_until(&credit, SHMEM_CMP_GE, turn);
            shmem_int_put(&data, &value, 1, 0);
            shmem_fence();
            shmem_int_atomic_set(&flag, turn + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&flag, SHMEM_CMP_GE, turn + 1);
            printf("%d\n", data);
            shmem_int_atomic_set(&credit, turn + 1, 1);
        }
    }

    shmem_finalize();
    return 0;
}
