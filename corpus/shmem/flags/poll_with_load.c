/*
 * A loop waits for a signal.
 *
 * The loop reads the signal with plain loads, which are no synchronisation and race with the update of the signal
 * (OpenSHMEM 1.6, 9.8.1).
 */
//@ expect: warning RMA506 A B
//@ twin: poll_with_signal_fetch.c
#include <shmem.h>
#include <stdio.h>

static int data[4];
static uint64_t sig;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[4] = {me, me, me, me};
    if (me == 0 && n > 1) {
        shmem_int_put_signal(data, source, 4, &sig, 1, SHMEM_SIGNAL_SET, 1); //@ A
    } else if (me == 1) {
        while (*(volatile uint64_t *)&sig == 0) //@ B
            ;
    }
    shmem_finalize();
    return 0;
}
