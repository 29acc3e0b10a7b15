/*
 * PE 0 sends a nonblocking put with signal and refills the source.
 *
 * PE 1 answers after it has seen the signal, and PE 0 has seen the answer: the put is complete, so its source has
 * been read. No quiet is needed (thesis, 4.2.3).
 */
//@ expect: none
//@ twin: ping_without_pong.c
#include <shmem.h>
#include <stdio.h>

static int data[16];
static uint64_t ping, pong;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[16] = {0};
    if (me == 0 && n > 1) {
        shmem_int_put_signal_nbi(data, source, 16, &ping, 1, SHMEM_SIGNAL_SET, 1);
        shmem_signal_wait_until(&pong, SHMEM_CMP_EQ, 1);
        source[5] = 1;
        shmem_quiet();
    } else if (me == 1) {
        shmem_signal_wait_until(&ping, SHMEM_CMP_EQ, 1);
        printf("%d\n", data[0]);
        shmem_signal_set(&pong, 1, 0);
    }
    shmem_finalize();
    return 0;
}
