/*
 * Rank 0 writes its first cell to rank 1 and gives it a new value. A full queue is waited for, and the write tried again.
 *
 * The wait inside the loop comes before the write that is posted at last: the cell is in use when it is stored to
 * (GASPI 17.1, 8.2.1).
 */
//@ expect: error RMA101 A B
//@ twin: full_queue_emptied.c
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
    if (rank == 0) {
        while (gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK) == GASPI_QUEUE_FULL) //@ A
            gaspi_wait(0, GASPI_BLOCK);
        cell[0] = 7; //@ B
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_printf("%d of %d\n", rank, num);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
