#include "heat.h"

/* The border rows by blocking puts, and a barrier. */
void start_exchange(const place *here, int iteration, int to) {
    (void)iteration;
    if (here->me > 0)
        shmem_double_put(plate[to][ROWS + 1], plate[to][1], COLUMNS, here->me - 1);
    if (here->me < here->n - 1)
        shmem_double_put(plate[to][0], plate[to][ROWS], COLUMNS, here->me + 1);
}

void finish_exchange(const place *here, int iteration) {
    (void)here;
    (void)iteration;
    shmem_barrier_all();
}
