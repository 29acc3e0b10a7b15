/*
 * In two loops with three steps each every PE puts a value to its neighbour with a signal; what came in the first loop is loaded in it.
 *
 * The barrier behind each load comes before the puts of the second loop (OpenSHMEM 1.6, 9.11.1).
 */
//@ expect: none
//@ twin: loops_of_steps_and_late_load.c
#include <shmem.h>
#include <stdio.h>

static int slots[2], source;
static uint64_t news;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), sum = 0;
    if (n < 2)
        shmem_global_exit(1);
    source = me;
    for (int step = 0; step < 3; step++) {
        shmem_int_put_signal(&slots[step % 2], &source, 1, &news, step + 1, SHMEM_SIGNAL_SET, (me + 1) % n);
        shmem_signal_wait_until(&news, SHMEM_CMP_GE, step + 1);
        sum += slots[step % 2];
        shmem_barrier_all();
    }
    for (int step = 0; step < 3; step++) {
        shmem_int_put_signal(&slots[step % 2], &source, 1, &news, step + 4, SHMEM_SIGNAL_SET, (me + 1) % n);
        shmem_signal_wait_until(&news, SHMEM_CMP_GE, step + 4);
        shmem_barrier_all();
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
