/*
 * Rank 0 reads a cell of rank 1 that rank 1 changes behind a barrier.
 *
 * The barrier completes nothing (GASPI 17.1, 11.2): the read may still be under way when rank 1
 * stores.
 */
//@ expect: error RMA202 A B
//@ twin: read_store_wait_then_barrier.c
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

    if (rank == 0) {
        gaspi_read(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 1)
        cell[128] = 7; //@ B
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
