/*
 * PE r has the rows from r * n / p to (r + 1) * n / p of n rows. It puts its first and its last row into the ghost rows of its neighbours.
 *
 * shmem_fence only orders the puts: the synchronisation does not make them arrive.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA201 C B
//@ twin: halo_of_a_share_of_two_ok.c
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    shmem_init();
    int me = shmem_my_pe(), np = shmem_n_pes(), n = argc > 1 ? atoi(argv[1]) : 1000;
    int low = (int)((long)me * n / np), high = (int)((long)(me + 1) * n / np);
    int rows = high - low, above = low - (int)((long)(me - 1) * n / np);
    double *u = shmem_malloc((n / np + 3) * sizeof(double));
    for (int i = 0; i < rows + 2; i++)
        u[i] = me;
    shmem_barrier_all();
    if (me > 0)
        shmem_double_put(u + above + 1, u + 1, 1, me - 1); //@ A
    if (me < np - 1)
        shmem_double_put(u, u + rows, 1, me + 1); //@ C
    shmem_fence();
    shmem_sync_all();
    double sum = 0;
    for (int i = 0; i < rows + 2; i++)
        sum += u[i]; //@ B
    printf("%f\n", sum);
    shmem_barrier_all();
    shmem_free(u);
    shmem_finalize();
    return 0;
}
