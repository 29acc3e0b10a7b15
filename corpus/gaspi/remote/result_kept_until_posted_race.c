/*
 * Each process makes a call that writes its value to its right with a notification, until the result says that it is done; a full queue is
 * emptied.
 *
 * The source is filled again while the write is under way (GASPI 17.1, 8.3.4).
 */
//@ expect: error RMA101 A B
//@ twin: result_kept_until_posted_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    gaspi_rank_t right = (rank + 1) % num;

    cell[0] = rank;
    gaspi_return_t result = GASPI_TIMEOUT;
    while (result == GASPI_TIMEOUT) {
        result = gaspi_write_notify(0, 0, right, 0, 256, sizeof(int), 3, 1, 0, GASPI_TEST); //@ A
        if (result == GASPI_QUEUE_FULL) {
            gaspi_wait(0, GASPI_BLOCK);
            result = GASPI_TIMEOUT;
        }
    }
    cell[0] = -1; //@ B
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_printf("%d\n", cell[64]);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
