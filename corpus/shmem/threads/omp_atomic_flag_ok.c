// The master thread puts, completes the put with shmem_quiet (OpenSHMEM 1.5, 9.11.2), and sets a flag with an atomic construct. All threads of the team ask
// for the flag until they have seen it: the store comes after the quiet.
//
//@ expect: none
//@ twin: omp_atomic_flag_race.c
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
            shmem_long_put_nbi(inbox, data, 64, to);
            shmem_quiet();
            #pragma omp atomic write seq_cst
            done = 1;
        }
        int seen = 0;
        while (!seen) {
            #pragma omp atomic read seq_cst
            seen = done;
        }
#pragma omp single nowait
        data[0] = 1;
    }
    shmem_finalize();
    return 0;
}
