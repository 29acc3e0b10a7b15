// One section sends what the other one stores: the source of a put must not change before the put returns, and sections are not in
// order (OpenSHMEM 1.5, 9.6.1; OpenMP 5.2, 11.3).
//
//@ expect: error RMA101 A B
//@ twin: put_in_a_section_ok.c
#include <shmem.h>
#include <stdio.h>

static long mailbox[8];

int main(void)
{
    int level;
    long parcel[8] = { 0 };
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
    int me = shmem_my_pe(), n = shmem_n_pes();
    shmem_barrier_all();
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            shmem_long_put(mailbox, parcel, 4, (me + 1) % n); //@ A
        }
#pragma omp section
        {
            for (int i = 3; i < 8; i++)
                parcel[i] = i; //@ B
        }
    }
    shmem_barrier_all();
    printf("%ld\n", mailbox[0]);
    shmem_finalize();
    return 0;
}
