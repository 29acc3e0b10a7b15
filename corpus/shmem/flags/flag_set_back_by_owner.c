/*
 * A flag is raised by the left neighbour, waited for, set back by its owner between two barriers, and used once more for data.
 *
 * The flag of the first round has arrived (the wait says so) and is set back between two barriers, so that the second flag alone can end the second
 * wait; it comes behind its data (shmem_fence, OpenSHMEM 1.5, 9.10.1).
 */
//@ expect: none
//@ twin: flag_set_back_without_fence.c
#include <shmem.h>
#include <stdio.h>

static long box[4];
static int flag;

int main(void)
{
    static long items[4] = {1, 2, 3, 4};
    shmem_init();
    int me = shmem_my_pe(), to = (me + 1) % shmem_n_pes();
    shmem_int_p(&flag, 1, to);
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    shmem_barrier_all();
    flag = 0;
    shmem_barrier_all();
    shmem_long_put(box, items, 4, to);
    shmem_fence();
    shmem_int_p(&flag, 1, to);
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    printf("%ld\n", box[0]);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
