/*
 * Halo exchange on the symmetric heap: each process writes the border cell of its right neighbour, which at the
 * same time works on its inner cells.
 *
 * Two elements are sent, and the second is an inner cell of the neighbour.
 */
//@ expect: error RMA201 A B
//@ twin: put64_halo.c
#include <shmem.h>



int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double *field = shmem_malloc(18 * sizeof(double));
    double edge[2] = {me, me};
    shmem_barrier_all();
    shmem_put64(field, edge, 2, (me + 1) % n); //@ A
    for (int i = 1; i < 17; i++)
        field[i] = 0.5 * i; //@ B
    shmem_barrier_all();
    shmem_free(field);
    shmem_finalize();
    return 0;
}
