/*
 * A row is delivered to each PE, directly where its memory can be reached, and else by a put.
 *
 * One call stores or puts, never both, and each call is for another PE, so the stores of one call and the put of another are in the memory of
 * different PEs (OpenSHMEM 1.5, 9.3.6, 9.5.1). Rows belong to one source each.
 */
//@ expect: none
//@ twin: row_direct_after_put.c
#include <shmem.h>
#include <string.h>

#define N 128

static double table[64][N];

static void deliver(int pe, int row, const double *v)
{
    double *direct = shmem_ptr(table[row], pe);
    if (direct != NULL)
        memcpy(direct, v, N * sizeof *v);
    else
        shmem_double_put(table[row], v, N, pe);
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
