/*
 * PE 0 puts a message, and behind a fence a word of its own. PE 1 waits for the word and reads the message.
 *
 * The fence orders the word after the message (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: last_word_of_message_race.c
#include <shmem.h>
#include <stdio.h>

#define LEN 8

static long message[LEN];
static long last;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);

    if (me == 0) {
        long values[LEN] = { 3, 1, 4, 1, 5, 9, 2, 1 };
        shmem_long_put(message, values, LEN, 1);
        shmem_fence();
        shmem_long_atomic_set(&last, 1, 1);
    } else if (me == 1) {
        shmem_long_wait_until(&last, SHMEM_CMP_EQ, 1);
        long sum = 0;
        for (int i = 0; i + 1 < LEN; i++)
            sum += message[i];
        printf("%ld\n", sum);
    }

    shmem_finalize();
    return 0;
}
