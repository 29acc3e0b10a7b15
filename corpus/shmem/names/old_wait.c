/*
 * shmem_long_wait of version 1.3: wait until a variable has another value.
 *
 * It waits for that one.
 */
//@ expect: none
//@ twin: old_wait_other_word.c
#include <shmem.h>
#include <stdio.h>

static long data, first, second;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (me == 0 && n > 1) {
        shmem_long_p(&first, 1, 1);
        shmem_fence();
        shmem_long_p(&data, 42, 1);
        shmem_fence();
        shmem_long_p(&second, 1, 1);
    } else if (me == 1) {
        shmem_long_wait(&second, 0);
        printf("%ld\n", data);
    }
    shmem_finalize();
    return 0;
}
