/*
 * Rank 0 asks once, or again and again, whether its queue is through.
 *
 * The loop ends only when gaspi_wait has returned GASPI_SUCCESS: the write is complete at its source
 * (GASPI 17.1, 8.2.3).
 */
//@ expect: none
//@ twin: wait_timeout_ignored.c
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
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK);
        while (gaspi_wait(0, GASPI_TEST) == GASPI_TIMEOUT)
            ;
        cell[0] = 7;
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
