/*
 * Every PE sets a word of its own at PE 2. PE 0 puts a value into PE 1 and sets word 6 of PE 2 behind it; PE 2 tells PE 1.
 *
 * With at most five PEs, nobody's own word is word 6: PE 2 goes on because of PE 0 alone, behind its put.
 */
//@ expect: none
//@ twin: news_among_own_words.c
#include <shmem.h>
#include <stdio.h>

static int value, flag, words[16], source = 7;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3 || n > 5)
        shmem_global_exit(1);
    shmem_int_atomic_set(&words[me], 1, 2);
    if (me == 0) {
        shmem_int_put(&value, &source, 1, 1); //@ A
        shmem_quiet();
        shmem_int_atomic_set(&words[6], 1, 2);
    } else if (me == 2) {
        shmem_int_wait_until(&words[6], SHMEM_CMP_EQ, 1);
        shmem_int_atomic_set(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", value); //@ B
    }
    shmem_finalize();
    return 0;
}
