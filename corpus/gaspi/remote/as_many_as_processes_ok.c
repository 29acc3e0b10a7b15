/*
 * Each process writes a value to every process, with the notification of its own number, and waits for the queue where it is rather
 * full. It uses all values when it has found as many notifications as there are processes.
 *
 * A notification that was reset is not found again (GASPI 17.1, 8.3.3), and each is posted once: the waits have found all of them, each
 * after its data (8.3.2 and 8.3.4).
 */
//@ expect: none
//@ twin: as_many_as_processes_race.c
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
    gaspi_segment_create(0, 4096 + num * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    cell[0] = rank;
    for (int k = 0; k < num; k++) {
        gaspi_number_t size;
        gaspi_queue_size(0, &size);
        if (size > 100)
            gaspi_wait(0, GASPI_BLOCK);
        gaspi_write_notify(0, 0, k, 0, 4096 + rank * sizeof(int), sizeof(int), rank, 1, 0, GASPI_BLOCK);
    }
    for (int k = 0; k < num; k++) {
        gaspi_notify_waitsome(0, 0, num, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
    }
    int sum = 0;
    for (int k = 0; k < num; k++)
        sum += cell[1024 + k];
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_printf("%d\n", sum);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
