/*
 * PE 0 answers each other PE when it finds its flag: the index that the wait returns says whom. No flag is left out or set back.
 *
 * A flag that was found still has the awaited value, so the next wait may return its index again (OpenSHMEM 1.6, 9.10.3). Then two answers go
 * to one PE, with nothing to order them.
 */
//@ expect: error RMA203 A A
//@ twin: answer_to_index_ok.c
#include <shmem.h>
#include <stddef.h>

#define MOST 64

static int asked[MOST];
static long answer;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n > MOST)
        shmem_global_exit(1);

    if (me == 0) {
        for (int k = 1; k < n; k++) {
            size_t i = shmem_int_wait_until_any(asked + 1, n - 1, NULL, SHMEM_CMP_EQ, 1);
            shmem_long_p(&answer, 5 + k, i + 1); //@ A
        }
    } else {
        shmem_int_atomic_set(&asked[me], 1, 0);
    }

    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
