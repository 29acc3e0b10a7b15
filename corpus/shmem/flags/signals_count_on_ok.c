/*
 * Two loops of steps that put a value to the right with a signal and wait for the signal from the left. The second
 * loop counts on.
 *
 * No value of the first loop ends a wait of the second one, so each wait ends by the signal that comes with the value
 * (OpenSHMEM 1.5, 9.8.3).
 */
//@ expect: none
//@ twin: signals_count_again_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

#define STEPS 3

static int box[2 * STEPS], value;
static uint64_t arrived;

int main(void)
{
    int me, right, sum = 0;

    shmem_init();
    me = shmem_my_pe();
    right = (me + 1) % shmem_n_pes();
    value = me;
    for (int i = 0; i < STEPS; i++) {
        shmem_int_put_signal(&box[i], &value, 1, &arrived, i + 1, SHMEM_SIGNAL_SET, right);
        shmem_signal_wait_until(&arrived, SHMEM_CMP_GE, i + 1);
        shmem_barrier_all();
    }
    for (int i = 0; i < STEPS; i++) {
        shmem_int_put_signal(&box[STEPS + i], &value, 1, &arrived, STEPS + i + 1, SHMEM_SIGNAL_SET, right);
        shmem_signal_wait_until(&arrived, SHMEM_CMP_GE, STEPS + i + 1);
        sum += box[STEPS + i];
        shmem_barrier_all();
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
