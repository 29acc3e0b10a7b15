/*
 * PE 0 puts a value with a signal, waits for an answer, and uses its source again.
 *
 * PE 1 answers when it has seen the signal, behind which the value is there (OpenSHMEM 1.6, 9.9.2, 9.10.1).
 */
//@ expect: none
//@ twin: answer_that_is_there.c
#include <shmem.h>
#include <stdio.h>

static int value, source;
static uint64_t news, answer;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);
    source = me + 1;
    if (me == 0) {
        shmem_int_put_signal_nbi(&value, &source, 1, &news, 1, SHMEM_SIGNAL_SET, 1);
        shmem_signal_wait_until(&answer, SHMEM_CMP_GE, 1);
        source = 0;
    } else if (me == 1) {
        shmem_signal_wait_until(&news, SHMEM_CMP_EQ, 1);
        printf("%d\n", value);
        shmem_signal_set(&answer, 1, 0);
    }
    shmem_finalize();
    return 0;
}
