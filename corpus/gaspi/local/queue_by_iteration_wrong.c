/*
 * Two queues in turn, each with a source of its own, which is filled anew in every other iteration.
 *
 * The program waits for queue 0 only before it fills a source again: the write of queue 1 of two
 * iterations ago may still read its source (GASPI 17.1, 8.2.3).
 */
//@ expect: error RMA101 A B
//@ twin: queue_by_iteration.c
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
        for (int step = 0; step < 8; step++) {
            gaspi_queue_id_t queue = step % 2;
            gaspi_wait(0, GASPI_BLOCK);
            cell[step % 2] = step; //@ B
            gaspi_write(0, (step % 2) * sizeof(int), 1, 0, 512 + step * sizeof(int), sizeof(int), queue, GASPI_BLOCK); //@ A
        }
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_wait(1, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
