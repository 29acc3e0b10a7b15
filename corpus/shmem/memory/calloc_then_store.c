/*
 * As before with memory that the library clears.
 *
 * The program clears it once more, while others put.
 */
//@ expect: error RMA201 B A
//@ twin: calloc_is_enough.c
#include <shmem.h>



int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *cells = shmem_calloc(16, sizeof(int));
    cells[3] = 0; //@ A
    shmem_int_p(&cells[3], me, (me + 1) % n); //@ B
    shmem_barrier_all();
    shmem_free(cells);
    shmem_finalize();
    return 0;
}
