/*
 * Every thread puts its number into the right neighbour.
 *
 * Each into a cell of its own.
 */
//@ expect: none
//@ twin: threads_same_cell_race.c
#include <shmem.h>
#include <omp.h>

#define N 64

static int cells[N], source[N];

int main(void)
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int me = shmem_my_pe(), right = (me + 1) % shmem_n_pes();
    int buf[N] = {0};

    #pragma omp parallel num_threads(8)
    {
        int t = omp_get_thread_num();
        shmem_int_p(&cells[t], t, right);
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
