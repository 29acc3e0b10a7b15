/*
 * Rank 0 reads a cell of rank 1 and writes it on to rank 2.
 *
 * The read is complete before the write is posted (GASPI 17.1, 8.2.3).
 */
//@ expect: none
//@ twin: read_passed_on_before_wait.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    if (rank == 0) {
        gaspi_read(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_write(0, 0, 2, 0, 256, sizeof(int), 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
