/*
 * A row is delivered to each PE by a put, and its memory is then changed directly where it can be reached.
 *
 * The put may arrive after the store: it is complete at the PE only at the barrier, and nothing before the store completes it (OpenSHMEM 1.5, 9.5.1,
 * 9.11.2). Happens where memory of the PE can be reached directly.
 */
//@ expect: error RMA201 A B
//@ twin: row_direct_or_put.c
#include <shmem.h>
#include <string.h>

#define N 128

static double table[64][N];

static void deliver(int pe, int row, const double *v)
{
    double *direct = shmem_ptr(table[row], pe);
    shmem_double_put(table[row], v, N, pe); //@ A
    if (direct != NULL)
        direct[0] = 2.0; //@ B
}

int main(void)
{
    double v[N] = {1.0};

    shmem_init();
    int me = shmem_my_pe(), np = shmem_n_pes();
    if (np > 64)
        shmem_global_exit(1);
    for (int pe = 0; pe < np; pe++)
        deliver(pe, me, v);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
