// What has arrived is checked once in each iteration, and the program ends if it is wrong: this is no loop that polls. The fence lets the flag come after the
// put (OpenSHMEM 1.5, 9.11.1).
//
//@ expect: none
//@ twin: check_ends_the_program_race.c
#include <shmem.h>

static long inbox[64], flag;

int main(void)
{
    long block[64];
    shmem_init();
    int size = shmem_n_pes(), to = (shmem_my_pe() + 1) % size;
    for (int i = 1; i <= 10; i++) {
        for (int k = 0; k < 64; k++)
            block[k] = i;
        shmem_long_put(inbox, block, 64, to);
        shmem_fence();
        shmem_long_atomic_set(&flag, i, to);
        shmem_long_wait_until(&flag, SHMEM_CMP_GE, i);
        if (inbox[0] != i)
            shmem_global_exit(1);
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
