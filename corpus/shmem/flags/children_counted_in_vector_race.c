// A tree with four children a PE. The number of children is a sum of comparisons, which optimised code makes by vectors.
// Race: a PE waits for one child less than it has, so the last one's value may come while it reads (OpenSHMEM 1.5, 9.8.1).
//
//@ expect: error RMA201 A B
//@ twin: children_counted_in_vector_ok.c
#include <shmem.h>
#include <stdio.h>

enum { CHILDREN = 4 };

static double values[CHILDREN];
static uint64_t arrived;

int main(void)
{
    double sum = 0;

    shmem_init();
    int me = shmem_my_pe(), size = shmem_n_pes();
    int first = CHILDREN * me + 1, children = 0;
    for (int c = 0; c < CHILDREN; c++)
        if (first + c < size)
            children++;
    for (uint64_t turn = 1; turn <= 20; turn++) {
        if (me > 0)
            shmem_double_put_signal(&values[(me - 1) % CHILDREN], &sum, 1, &arrived, 1, SHMEM_SIGNAL_ADD, //@ A
                                    (me - 1) / CHILDREN);
        shmem_signal_wait_until(&arrived, SHMEM_CMP_GE, turn * (uint64_t)children - (children > 1));
        for (int c = 0; c < children; c++)
            sum += values[c]; //@ B
        shmem_barrier_all();
    }
    printf("%g\n", sum);
    shmem_finalize();
    return 0;
}
