/*
 * Process 0 puts an array with a signal to process 1, which tells process 2, which tells process 0; then process 0 puts the array again.
 *
 * Each has waited for the one before, so the first array is there when process 0 has its answer (OpenSHMEM 1.6, 9.8.2, 9.10.1).
 */
//@ expect: none
//@ twin: answer_by_third_at_once.c
#include <shmem.h>

static long array[8];
static uint64_t told, passed_on, answer;

int main(void)
{
    long source[8] = {0};

    shmem_init();
    int me = shmem_my_pe();
    if (me == 0) {
        shmem_long_put_signal(array, source, 8, &told, 1, SHMEM_SIGNAL_SET, 1); //@ FIRST
        shmem_signal_wait_until(&answer, SHMEM_CMP_EQ, 1);
        shmem_long_put(array, source, 8, 1); //@ SECOND
    } else if (me == 1) {
        shmem_signal_wait_until(&told, SHMEM_CMP_EQ, 1);
        shmem_signal_set(&passed_on, 1, 2);
    } else if (me == 2) {
        shmem_signal_wait_until(&passed_on, SHMEM_CMP_EQ, 1);
        shmem_signal_set(&answer, 1, 0);
    }
    shmem_finalize();
    return 0;
}
