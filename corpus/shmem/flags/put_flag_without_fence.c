/*
 * PE 0 puts data and then a flag; PE 1 waits for the flag and reads the data.
 *
 * Nothing orders the put of the data before the put of the flag: the flag may arrive first (OpenSHMEM 1.6, 9.10.1,
 * 9.11.3).
 */
//@ expect: error RMA201 A B
//@ twin: put_fence_flag.c
#include <shmem.h>
#include <stdio.h>

static int data[4], flag;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int source[4] = {1, 2, 3, 4};
    if (me == 0 && n > 1) {
        shmem_int_put(data, source, 4, 1); //@ A
        shmem_int_p(&flag, 1, 1);
    } else if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data[3]); //@ B
    }
    shmem_finalize();
    return 0;
}
