/*
 * Rank 0 writes the same cell of rank 1 twice.
 *
 * A notification on the queue, to the same rank, stands between the two: what was posted before it
 * arrives before it (GASPI 17.1, 8.3.1).
 */
//@ expect: none
//@ twin: two_writes_wait_between.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    if (rank == 0) {
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK);
        gaspi_notify(0, 1, 0, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_write(0, 4, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
