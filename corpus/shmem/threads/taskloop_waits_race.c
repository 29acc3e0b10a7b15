// A task of a loop waits until the data have arrived; the thread that made the tasks uses the data.
// Race: with `nogroup` the thread does not wait for the tasks of the loop (OpenMP 5.2, 12.6), so the put of the other process may be pending.
//
//@ expect: error RMA201 A B
//@ twin: taskloop_waits_ok.c
#include <shmem.h>
#include <stdio.h>

static int flag;
static double in[64], out[64];

int main(void)
{
    int provided;
    double sum = 0;

    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    int to = (shmem_my_pe() + 1) % shmem_n_pes();
    shmem_double_put(in, out, 64, to); //@ A
    shmem_quiet();
    shmem_int_atomic_set(&flag, 1, to);
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup
        for (int k = 0; k < 4; k++)
            if (k == 1)
                shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        for (int i = 0; i < 64; i++)
            sum += in[i]; //@ B
    }
    printf("%g\n", sum);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
