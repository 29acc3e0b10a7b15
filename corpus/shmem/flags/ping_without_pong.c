/*
 * PE 0 sends a nonblocking put with signal and refills the source.
 *
 * Nothing says that the put has read its source (OpenSHMEM 1.6, 9.8.3).
 */
//@ expect: error RMA101 A B
//@ twin: ping_pong_completes_source.c
#include <shmem.h>
#include <stdio.h>

static int data[16];
static uint64_t ping, pong;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[16] = {0};
    if (me == 0 && n > 1) {
        shmem_int_put_signal_nbi(data, source, 16, &ping, 1, SHMEM_SIGNAL_SET, 1); //@ A
        source[5] = 1; //@ B
        shmem_quiet();
    } else if (me == 1) {
        shmem_signal_wait_until(&ping, SHMEM_CMP_EQ, 1);
        printf("%d\n", data[0]);
        shmem_signal_set(&pong, 1, 0);
    }
    shmem_finalize();
    return 0;
}
