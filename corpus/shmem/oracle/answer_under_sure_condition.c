/*
 * PE 0 and PE 1 exchange a value and an answer, twice; PE 0 waits for the answer under a condition that holds for it.
 *
 * PE 0 puts again only when PE 1 has read: it is PE 0 that waits, and 0 is even.
 */
//@ expect: none
#include <shmem.h>
#include <stdio.h>

static int value, given, taken, source = 7;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n < 2)
        shmem_global_exit(1);
    for (int i = 0; i < 2; i++) {
        if (me == 0) {
            if (me % 2 == 0)
                shmem_int_wait_until(&taken, SHMEM_CMP_EQ, i);
            shmem_int_put(&value, &source, 1, 1);
            shmem_quiet();
            shmem_int_atomic_set(&given, i + 1, 1);
        } else if (me == 1) {
            shmem_int_wait_until(&given, SHMEM_CMP_EQ, i + 1);
            printf("%d\n", value);
            shmem_int_atomic_set(&taken, i + 1, 0);
        }
    }
    shmem_finalize();
    return 0;
}
