/*
 * PE 0 sends twice to the same place, the second time after an answer.
 *
 * PE 1 answers before it has seen the first message, which may arrive after the second.
 */
//@ expect: error RMA203 A B
//@ twin: sent_again_after_answer.c
#include <shmem.h>
#include <stdio.h>

static int data[4], source[4];
static uint64_t ping, pong;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 3 || n > 16)
        shmem_global_exit(1);
    if (me == 0) {
        shmem_int_put_signal_nbi(data, source, 4, &ping, 1, SHMEM_SIGNAL_SET, 1); //@ A
        shmem_signal_wait_until(&pong, SHMEM_CMP_EQ, 1);
        shmem_int_put_signal_nbi(data, source, 4, &ping, 1, SHMEM_SIGNAL_SET, 1); //@ B
    } else if (me == 1) {
        shmem_signal_set(&pong, 1, 0);
        shmem_signal_wait_until(&ping, SHMEM_CMP_EQ, 1);
    }
    shmem_finalize();
    return 0;
}
