// The master thread puts, completes the put with shmem_quiet (OpenSHMEM 1.5, 9.11.2), and sets a flag under an OpenMP lock. All threads of the team ask
// for the flag until they have seen it: the store comes after the quiet.
//
//@ expect: none
//@ twin: omp_lock_flag_race.c
#include <omp.h>
#include <shmem.h>

static long data[64], inbox[64];
static int done;

int main(void)
{
    int provided;
    omp_lock_t lock;
    omp_init_lock(&lock);
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int to = (shmem_my_pe() + 1) % shmem_n_pes();
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        {
            shmem_long_put_nbi(inbox, data, 64, to);
            shmem_quiet();
            omp_set_lock(&lock);
            done = 1;
            omp_unset_lock(&lock);
        }
        int seen = 0;
        while (!seen) {
            omp_set_lock(&lock);
            seen = done;
            omp_unset_lock(&lock);
        }
#pragma omp single nowait
        data[0] = 1;
    }
    shmem_finalize();
    return 0;
}
