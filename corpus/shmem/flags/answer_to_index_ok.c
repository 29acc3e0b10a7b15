/*
 * PE 0 answers each other PE when it finds its flag: the index that the wait returns says whom. A status array leaves out the flags that were
 * found.
 *
 * A wait does not return an index whose status is not zero (OpenSHMEM 1.6, 9.10.3), so each PE gets one answer.
 */
//@ expect: none
//@ twin: answer_to_index_race.c
#include <shmem.h>

#define MOST 64

static int asked[MOST];
static int answered[MOST];
static long answer;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > MOST)
        shmem_global_exit(1);

    if (me == 0) {
        for (int k = 1; k < n; k++) {
            size_t i = shmem_int_wait_until_any(asked + 1, n - 1, answered, SHMEM_CMP_EQ, 1);
            answered[i] = 1;
            shmem_long_p(&answer, 5 + k, i + 1);
        }
    } else {
        shmem_int_atomic_set(&asked[me], 1, 0);
    }

    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
