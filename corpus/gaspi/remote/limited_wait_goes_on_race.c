/*
 * Each process writes its value to its right with a notification and waits half a second for that from its left; it goes on where none has come, too.
 *
 * A wait that returns GASPI_TIMEOUT has found nothing (GASPI 17.1, 4.1 and 8.3.2): the value may be under way. To reset a notification
 * that is not set does nothing (8.3.3).
 */
//@ expect: error RMA201 A B
//@ twin: limited_wait_goes_on_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    cell[0] = rank;
    gaspi_write_notify(0, 0, (rank + 1) % num, 0, 256, sizeof(int), 3, 1, 0, GASPI_BLOCK); //@ A
    if (gaspi_notify_waitsome(0, 3, 1, &id, 500) == GASPI_ERROR)
        return 1;
    gaspi_notify_reset(0, 3, &value);
    gaspi_printf("%d\n", cell[64]); //@ B
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
