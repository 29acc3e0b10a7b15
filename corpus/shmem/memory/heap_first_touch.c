/*
 * A symmetric array is allocated; each process clears its own and sets an element at the neighbour.
 *
 * shmem_malloc ends with a barrier, but the array is cleared after it: the put may come before or while (OpenSHMEM
 * 1.6, 9.3.1).
 */
//@ expect: error RMA201 B A
//@ twin: heap_first_touch_barrier.c
#include <shmem.h>



int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *cells = shmem_malloc(16 * sizeof(int));
    for (int i = 0; i < 16; i++)
        cells[i] = 0; //@ A
    shmem_int_p(&cells[3], me, (me + 1) % n); //@ B
    shmem_barrier_all();
    shmem_free(cells);
    shmem_finalize();
    return 0;
}
