/*
 * PE 1 sends a value and its number in each step; PE 0 waits for the number twice, reads the value, and lets PE 1 go on.
 *
 * PE 1 sends again only after it has seen that PE 0 has read (OpenSHMEM 1.6, 9.10.1).
 */
//@ expect: none
//@ twin: waited_twice_for_one_value.c
#include <shmem.h>
#include <stdio.h>

static int value, sum;
static int news, credit;

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    if (shmem_n_pes() < 2)
        shmem_global_exit(1);
    for (int i = 0; i < 3; i++) {
        if (me == 1) {
            shmem_int_wait_until(&credit, SHMEM_CMP_GE, i);
            shmem_int_p(&value, i, 0);
            shmem_fence();
            shmem_int_atomic_set(&news, i + 1, 0);
        } else if (me == 0) {
            shmem_int_wait_until(&news, SHMEM_CMP_GE, i + 1);
            printf("step %d\n", i);
            shmem_int_wait_until(&news, SHMEM_CMP_GE, i + 1);
            sum += value;
            shmem_int_atomic_set(&credit, i + 1, 1);
        }
    }
    printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
