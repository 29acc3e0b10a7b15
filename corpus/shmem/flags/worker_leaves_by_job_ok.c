// A master hands out jobs; a worker waits for the k-th job, reads it, and leaves its loop when the job says so. It loads only behind a wait, so it
// does not poll.
// Race-free: the master writes a worker's next job only after it has seen the answer that the worker gave behind its load (OpenSHMEM 1.5, 9.8, 9.10).
//
//@ expect: none
//@ twin: worker_leaves_by_job_race.c
#include <shmem.h>

enum { JOBS = 50 };

static long job;
static uint64_t posted, answered;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), size = shmem_n_pes();
    if (me == 0 && size > 1) {
        for (uint64_t k = 1; k <= JOBS; k++) {
            long next = k < JOBS ? (long)k : -1;
            shmem_putmem_signal(&job, &next, sizeof next, &posted, k, SHMEM_SIGNAL_SET, 1);
            if (next >= 0)
                shmem_uint64_wait_until(&answered, SHMEM_CMP_GE, k);
        }
    } else if (me == 1) {
        for (uint64_t k = 1;; k++) {
            shmem_signal_wait_until(&posted, SHMEM_CMP_GE, k);
            long mine = job;
            if (mine < 0)
                break;
            shmem_uint64_atomic_set(&answered, k, 0);
        }
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
