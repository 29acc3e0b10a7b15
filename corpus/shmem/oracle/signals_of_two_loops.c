/*
 * Neighbours exchange in two places by the parity of the step, with a signal that counts up; another loop follows the barrier.
 *
 * Also a PE that is its own neighbour has waited for the signal of its own put; those of the second loop come later.
 */
//@ expect: none
#include <shmem.h>
#include <stdio.h>

static int slots[2], source = 7, sum;
static uint64_t step;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int next = (me + 1) % n;
    for (int i = 0; i < 3; i++) {
        shmem_int_put_signal(&slots[i % 2], &source, 1, &step, i + 1, SHMEM_SIGNAL_SET, next);
        shmem_signal_wait_until(&step, SHMEM_CMP_GE, i + 1);
        sum += slots[i % 2];
        shmem_barrier_all();
    }
    for (int i = 0; i < 3; i++) {
        shmem_int_put_signal(&slots[i % 2], &source, 1, &step, i + 4, SHMEM_SIGNAL_SET, next);
        shmem_quiet();
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
