// Each process adds the processes of its own pair to a group (GASPI 17.1, 6.3). It reads from another one of the group; a barrier of the group
// orders the store there behind the read.
//
//@ expect: none
//@ twin: group_of_own_pair_race.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_pointer_t base;
    gaspi_group_t half;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    gaspi_segment_create(0, 65536, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &base);
    long *a = (long *)base;
    if (n != 4)
        return 1;
    gaspi_group_create(&half);
    gaspi_group_add(half, me);
    gaspi_group_add(half, me ^ 1);
    gaspi_group_commit(half, GASPI_BLOCK);
    gaspi_read(0, 8192, me ^ 1, 0, 0, 64, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(half, GASPI_BLOCK);
    a[0] = 2;
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
