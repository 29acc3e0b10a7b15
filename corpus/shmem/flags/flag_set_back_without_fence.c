/*
 * A flag is raised by the left neighbour, waited for, set back by its owner between two barriers, and used once more for data.
 *
 * No fence stands between the data and the second flag: the flag may be there before the data (9.10.1).
 */
//@ expect: error RMA201 A B
//@ twin: flag_set_back_by_owner.c
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
    shmem_long_put(box, items, 4, to); //@ A
    shmem_int_p(&flag, 1, to);
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    printf("%ld\n", box[0]); //@ B
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
