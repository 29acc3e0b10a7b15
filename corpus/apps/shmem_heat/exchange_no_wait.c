#include "heat.h"

static uint64_t from_above, from_below;

/* As with signals, but nobody waits for the row from below. */
void start_exchange(const place *here, int iteration, int to) {
    shmem_fence(); /* behind the rows of the iteration before last, in the same place */
    if (here->me > 0)
        shmem_double_put_signal(plate[to][ROWS + 1], plate[to][1], COLUMNS, &from_below, iteration + 1, //@ UP
                                SHMEM_SIGNAL_SET, here->me - 1);
    if (here->me < here->n - 1)
        shmem_double_put_signal(plate[to][0], plate[to][ROWS], COLUMNS, &from_above, iteration + 1, //@ DOWN
                                SHMEM_SIGNAL_SET, here->me + 1);
}

void finish_exchange(const place *here, int iteration) {
    if (here->me > 0)
        shmem_signal_wait_until(&from_above, SHMEM_CMP_GE, iteration + 1);
}
