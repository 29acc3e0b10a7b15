/*
 * Every thread puts its number into the right neighbour.
 *
 * All of them into one cell: nothing orders the puts of two threads.
 */
//@ expect: error RMA203 A A
//@ twin: threads_same_cell.c
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
    shmem_int_p(&cells[0], omp_get_thread_num(), right); //@ A

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
