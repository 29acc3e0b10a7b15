/*
 * Rank 1 reads a cell of rank 0 and waits for its queue; a segment is created; rank 0 stores into the cell.
 *
 * Ranks 0 and 2 create the segment: rank 1 is not in their group, and rank 0 does not wait for it (GASPI 17.1, 7.2.3).
 */
//@ expect: error RMA202 A B
//@ twin: segment_of_all.c
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

    if (rank == 1) {
        gaspi_read(0, 64, 0, 0, 0, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_group_create(&group);
    gaspi_group_add(group, 0);
    gaspi_group_add(group, 2);
    if (rank == 0 || rank == 2) {
        gaspi_group_commit(group, GASPI_BLOCK);
        gaspi_segment_create(1, 1024, group, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    }
    if (rank == 0)
        cell[0] = 3; //@ B

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
