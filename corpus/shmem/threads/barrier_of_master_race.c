/*
 * A thread puts and calls quiet; the primary thread synchronises the processes; then a thread reads what
 * arrived.
 *
 * No barrier of the team stands before the synchronisation: it does not come after the other thread's quiet.
 */
//@ expect: error RMA201 A B
//@ twin: barrier_of_master.c
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

    #pragma omp parallel
    {
        #pragma omp single nowait
        {
            shmem_int_p(&cells[1], me, right); //@ A
            shmem_quiet();
        }
        #pragma omp master
        shmem_sync_all();
        #pragma omp barrier
        #pragma omp single
        buf[20] = cells[1]; //@ B
    }

    shmem_barrier_all();
    source[0] = buf[0] + right;
    shmem_finalize();
    return 0;
}
