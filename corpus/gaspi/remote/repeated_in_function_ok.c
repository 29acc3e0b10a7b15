/*
 * Each process writes 64 values to its right, each with a notification of its own; a function repeats the call where the queue is full.
 * The process uses the value of the notification that it has found.
 *
 * A call that returns GASPI_QUEUE_FULL has posted nothing and is made again (GASPI 17.1, 8.3.4): each cell is written once, before its
 * notification is found (8.3.2).
 */
//@ expect: none
//@ twin: repeated_in_function_race.c
#include <GASPI.h>
#include <stdlib.h>

static void post(gaspi_rank_t to, gaspi_notification_id_t slot)
{
    gaspi_return_t result;
    while ((result = gaspi_write_notify(0, 4 * slot, to, 0, 1024 + 4 * slot, sizeof(int), slot, 1, 0, GASPI_BLOCK)) ==
           GASPI_QUEUE_FULL)
        gaspi_wait(0, GASPI_BLOCK);
    if (result != GASPI_SUCCESS)
        exit(EXIT_FAILURE);
}

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

    for (int i = 0; i < 64; i++)
        post((rank + 1) % num, i);
    int sum = 0;
    for (int n = 0; n < 64; n++) {
        gaspi_notify_waitsome(0, 0, 64, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        sum += cell[256 + id];
    }
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_printf("%d\n", sum);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
