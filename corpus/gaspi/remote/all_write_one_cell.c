/*
 * All processes write into the segment of rank 0.
 *
 * Two of them write the same bytes of rank 0 with nothing between them.
 */
//@ expect: error RMA203 A A
//@ twin: all_write_own_slot.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    cell[0] = rank;
    if (rank != 0) {
        gaspi_write(0, 0, 0, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
