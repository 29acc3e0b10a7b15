/*
 * PE 0 fills two slots of PE 1, one of them with a signal whose value is the index of a slot. PE 1 waits for the signal and reads the slot
 * that it names.
 *
 * That is the slot that was put with the signal (OpenSHMEM 1.6, 9.8.1 and 9.10.15).
 */
//@ expect: none
//@ twin: slot_in_signal_race.c
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

static long slots[8];
static uint64_t filled;

int main(void)
{
    long source[2] = {1, 2};

    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        shmem_long_put_signal(&slots[3], &source[0], 1, &filled, 3, SHMEM_SIGNAL_SET, 1);
        shmem_long_put(&slots[4], &source[1], 1, 1);
    } else if (me == 1) {
        uint64_t slot = shmem_signal_wait_until(&filled, SHMEM_CMP_GT, 0);
        printf("%ld\n", slots[slot]);
    }

    shmem_finalize();
    return 0;
}
