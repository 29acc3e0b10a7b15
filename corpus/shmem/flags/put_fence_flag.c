/*
 * PE 0 puts data and then a flag; PE 1 waits for the flag and reads the data.
 *
 * shmem_fence makes the data visible at PE 1 before the flag (OpenSHMEM 1.6, 9.11.3).
 */
//@ expect: none
//@ twin: put_flag_without_fence.c
#include <shmem.h>
#include <stdio.h>

static int data[4], flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[4] = {1, 2, 3, 4};
    if (me == 0 && n > 1) {
        shmem_int_put(data, source, 4, 1);
        shmem_fence();
        shmem_int_p(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data[3]);
    }
    shmem_finalize();
    return 0;
}
