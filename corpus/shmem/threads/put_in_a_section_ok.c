// One section sends the first half of the buffer, the other one fills the second half (OpenSHMEM 1.5, 9.6.1).
//
//@ expect: none
//@ twin: put_in_a_section_race.c
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
            shmem_long_put(mailbox, parcel, 4, (me + 1) % n);
        }
#pragma omp section
        {
            for (int i = 4; i < 8; i++)
                parcel[i] = i;
        }
    }
    shmem_barrier_all();
    printf("%ld\n", mailbox[0]);
    shmem_finalize();
    return 0;
}
