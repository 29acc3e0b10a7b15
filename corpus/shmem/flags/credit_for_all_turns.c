/*
 * PE 1 puts a value in each of three turns, once PE 0 has given it the credit for that turn by a number; PE 0 waits for the flag of
 * the turn, reads, and gives the credit for all turns at once.
 *
 * Behind its first wait that ends by a credit, PE 1 has the credit of the next turn too (the comparison is at-least, 1.5, 9.10.1): its
 * third put does not wait for the second read. From 2 PEs on.
 */
//@ expect: error RMA201 A B
//@ twin: credit_for_each_turn.c
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
            shmem_int_put(&data, &value, 1, 0); //@ A
            shmem_fence();
            shmem_int_atomic_set(&flag, turn + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&flag, SHMEM_CMP_GE, turn + 1);
            printf("%d\n", data); //@ B
            shmem_int_atomic_set(&credit, 3, 1);
        }
    }

    shmem_finalize();
    return 0;
}
