// The master thread puts, sets a flag with an atomic construct, and completes the put only then (OpenSHMEM 1.5, 9.11.2). Another thread that has seen the
// flag may store while the put is pending.
//
//@ expect: error RMA101 A B
//@ twin: omp_atomic_flag_ok.c
#include <omp.h>
#include <shmem.h>

static long data[64], inbox[64];
static int done;

int main(void)
{
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int to = (shmem_my_pe() + 1) % shmem_n_pes();
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        {
            shmem_long_put_nbi(inbox, data, 64, to); //@ A
            #pragma omp atomic write seq_cst
            done = 1;
            shmem_quiet();
        }
        int seen = 0;
        while (!seen) {
            #pragma omp atomic read seq_cst
            seen = done;
        }
#pragma omp single nowait
        data[0] = 1; //@ B
    }
    shmem_finalize();
    return 0;
}
