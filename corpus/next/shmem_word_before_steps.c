/*
 * PE 0 sets a word of PE 1; all exchange values in steps with signals and barriers; behind them PE 1 waits for the word, and puts into PE 0,
 * which loads.
 *
 * Nothing orders the put before or behind the load (OpenSHMEM 1.6, 9.10.1). Happens with 2 or more PEs.
 */
//@ expect: error RMA201 A B
#include <shmem.h>
#include <stdio.h>

static int cell, slots[2], source = 7, sum;
static uint64_t word, step;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 2)
        shmem_global_exit(1);
    if (me == 0)
        shmem_signal_set(&word, 1, 1);
    for (int i = 0; i < 3; i++) {
        shmem_int_put_signal(&slots[i % 2], &source, 1, &step, i + 1, SHMEM_SIGNAL_SET, (me + 1) % n);
        shmem_signal_wait_until(&step, SHMEM_CMP_GE, i + 1);
        shmem_barrier_all();
    }
    if (me == 1) {
        shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 1);
        shmem_int_put(&cell, &source, 1, 0); //@ A
    } else {
        sum = cell; //@ B
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
