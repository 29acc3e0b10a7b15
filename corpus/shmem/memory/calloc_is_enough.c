/*
 * As before with memory that the library clears.
 *
 * shmem_calloc clears before the barrier that it ends with (OpenSHMEM 1.6, 9.3.3).
 */
//@ expect: none
//@ twin: calloc_then_store.c
#include <shmem.h>



int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *cells = shmem_calloc(16, sizeof(int));
    shmem_int_p(&cells[3], me, (me + 1) % n);
    shmem_barrier_all();
    shmem_free(cells);
    shmem_finalize();
    return 0;
}
