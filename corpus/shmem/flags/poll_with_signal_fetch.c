/*
 * A loop waits for a signal.
 *
 * shmem_signal_fetch reads the signal atomically; leaving the loop is an acquire of the data that came with it
 * (OpenSHMEM 1.6, 9.8.4).
 */
//@ expect: none
//@ twin: poll_with_load.c
#include <shmem.h>
#include <stdio.h>

static int data[4];
static uint64_t sig;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[4] = {me, me, me, me};
    if (me == 0 && n > 1) {
        shmem_int_put_signal(data, source, 4, &sig, 1, SHMEM_SIGNAL_SET, 1);
    } else if (me == 1) {
        while (shmem_signal_fetch(&sig) == 0)
            ;
        printf("%d\n", data[0]);
    }
    shmem_finalize();
    return 0;
}
