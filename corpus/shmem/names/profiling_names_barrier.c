/*
 * The profiling names of the routines.
 *
 * pshmem_barrier_all is shmem_barrier_all.
 */
//@ expect: none
//@ twin: profiling_names_sync.c
#include <shmem.h>
#include <stdio.h>

void pshmem_int_p(int *dest, int value, int pe);
void pshmem_barrier_all(void);
void pshmem_sync_all(void);

static int x;

int main(void) {
    shmem_init();
    pshmem_int_p(&x, 1, (shmem_my_pe() + 1) % shmem_n_pes());
    pshmem_barrier_all();
    printf("%d\n", x);
    shmem_finalize();
    return 0;
}
