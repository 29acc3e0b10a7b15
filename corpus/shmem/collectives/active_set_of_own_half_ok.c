// Each half of the PEs is an active set. A PE puts to another one of its set; the barrier of the set orders the read behind it (OpenSHMEM 1.6, 9.10.1).
//
//@ expect: none
//@ twin: active_set_of_own_half_race.c
#include <shmem.h>
#include <stdio.h>

static long in[8], out[8], sync[SHMEM_BARRIER_SYNC_SIZE];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    if (n != 8)
        shmem_global_exit(1);
    for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
        sync[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    int start = me / 4 * 4;
    shmem_long_put(in, out, 8, start + (me + 1) % 4);
    shmem_barrier(start, 0, 4, sync);
    printf("%ld\n", in[0]);
    shmem_finalize();
    return 0;
}
