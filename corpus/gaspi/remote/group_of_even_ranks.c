/*
 * A group that is built in a loop; rank 0 stores, the group has a barrier, and rank 1 reads the cell.
 *
 * The loop adds the even ranks: rank 1 is not in the group, whose barrier is no matter of it (GASPI 17.1, 6.3, 11.2).
 */
//@ expect: error RMA202 A B
//@ twin: group_of_all_ranks.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_group_t group;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    gaspi_group_create(&group);
    for (gaspi_rank_t r = 0; r < num; r += 2)
        gaspi_group_add(group, r);
    if (rank % 2 == 0)
        gaspi_group_commit(group, GASPI_BLOCK);
    if (rank == 0)
        cell[0] = 3; //@ A
    if (rank % 2 == 0)
        gaspi_barrier(group, GASPI_BLOCK);
    if (rank == 1) {
        gaspi_read(0, 64, 0, 0, 0, sizeof(int), 0, GASPI_BLOCK); //@ B
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
