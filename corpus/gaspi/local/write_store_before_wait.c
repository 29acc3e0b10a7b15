/*
 * Rank 0 writes its first cell to rank 1 and then gives the cell a new value.
 *
 * The source of a write is in use until gaspi_wait on its queue returns (GASPI 17.1, 8.2.1 and 8.2.3);
 * the store comes before that.
 */
//@ expect: error RMA101 A B
//@ twin: write_store_after_wait.c
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
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        cell[0] = 7; //@ B
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
