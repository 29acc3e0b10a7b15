/*
 * One process puts and fetches the value back.
 *
 * A fence orders writes only: the get may overtake the put (OpenSHMEM 1.6, 9.11.3).
 */
//@ expect: error RMA203 A B
//@ twin: put_quiet_get.c
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int out = 7, back = 0;
    if (me == 0 && n > 1) {
        shmem_int_put(&x, &out, 1, 1); //@ A
        shmem_fence();
        shmem_int_get(&back, &x, 1, 1); //@ B
        printf("%d\n", back);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
