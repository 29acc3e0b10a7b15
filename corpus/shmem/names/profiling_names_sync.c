/*
 * The profiling names of the routines.
 *
 * As with shmem_sync_all, nothing completes the put.
 */
//@ expect: error RMA201 A B
//@ twin: profiling_names_barrier.c
#include <shmem.h>
#include <stdio.h>

void pshmem_int_p(int *dest, int value, int pe);
void pshmem_barrier_all(void);
void pshmem_sync_all(void);

static int x;

int main(void) {
    shmem_init();
    pshmem_int_p(&x, 1, (shmem_my_pe() + 1) % shmem_n_pes()); //@ A
    pshmem_sync_all();
    printf("%d\n", x); //@ B
    shmem_finalize();
    return 0;
}
