/*
 * PE 0 puts a message whose last word is 1. PE 1 waits for this word and reads the others.
 *
 * The bytes of one put come in any order (OpenSHMEM 1.6, 9.6.1): that the last word is there says nothing of the others.
 */
//@ expect: error RMA201 A B
//@ twin: word_behind_message_ok.c
#include <shmem.h>
#include <stdio.h>

#define LEN 8

static long message[LEN];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);

    if (me == 0) {
        long values[LEN] = { 3, 1, 4, 1, 5, 9, 2, 1 };
        shmem_long_put(message, values, LEN, 1); //@ A
    } else if (me == 1) {
        shmem_long_wait_until(&message[LEN - 1], SHMEM_CMP_EQ, 1);
        long sum = 0;
        for (int i = 0; i + 1 < LEN; i++)
            sum += message[i]; //@ B
        printf("%ld\n", sum);
    }

    shmem_finalize();
    return 0;
}
