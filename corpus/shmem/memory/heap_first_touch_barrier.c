/*
 * A symmetric array is allocated; each process clears its own and sets an element at the neighbour.
 *
 * A barrier stands between clearing and put.
 */
//@ expect: none
//@ twin: heap_first_touch.c
#include <shmem.h>



int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    int *cells = shmem_malloc(16 * sizeof(int));
    for (int i = 0; i < 16; i++)
        cells[i] = 0;
    shmem_barrier_all();
    shmem_int_p(&cells[3], me, (me + 1) % n);
    shmem_barrier_all();
    shmem_free(cells);
    shmem_finalize();
    return 0;
}
