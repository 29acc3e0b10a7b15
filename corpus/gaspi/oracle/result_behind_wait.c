/*
 * A write to the next process with a notification that it waits for, then a reduction whose result goes where the write reads.
 *
 * The wait for the queue lies between: the source has been read (GASPI 17.1, 8.2.5).
 */
//@ expect: none
//@ twin: result_over_source.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cells = ptr;

    gaspi_write_notify(0, 512, (me + 1) % num, 0, 0, sizeof(int), 0, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_allreduce(&cells[64], &cells[128], 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return cells[128];
}
