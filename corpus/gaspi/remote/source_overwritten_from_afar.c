/*
 * Rank 1 writes a cell to rank 2; rank 0 writes a new value into that cell of rank 1 behind a barrier.
 *
 * Without gaspi_wait the write of rank 1 may still read its source behind the barrier (GASPI 17.1,
 * 8.2.1), which the write of rank 0 changes.
 */
//@ expect: error RMA201 A B
//@ twin: source_kept_until_wait.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    if (rank == 1) {
        gaspi_write(0, 0, 2, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ B
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 0) {
        gaspi_write(0, 64, 1, 0, 0, sizeof(int), 0, GASPI_BLOCK); //@ A
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
