/*
 * Rank 0 stores and has a barrier with rank 2; rank 2 reads the cell.
 *
 * Both are in the group: its barrier orders the store before the read (GASPI 17.1, 11.2).
 */
//@ expect: none
//@ twin: group_barrier_outsider.c
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

    if (rank == 0 || rank == 2) {
        gaspi_group_create(&group);
        gaspi_group_add(group, 0);
        gaspi_group_add(group, 2);
        gaspi_group_commit(group, GASPI_BLOCK);
    }
    if (rank == 0)
        cell[0] = 3; //@ A
    if (rank == 0 || rank == 2)
        gaspi_barrier(group, GASPI_BLOCK);
    if (rank == 2) {
        gaspi_read(0, 64, 0, 0, 0, sizeof(int), 0, GASPI_BLOCK); //@ B
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
