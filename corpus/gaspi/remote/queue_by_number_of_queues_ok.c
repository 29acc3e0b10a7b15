// Writes go to all queues by turns. The library says how many there are.
// Race-free: a notification on each queue follows the writes on it, and the target loads after it has found all of them (GASPI 17.1, 8.3.2); the
// number of queues is configured alike for all processes.
//
//@ expect: none
//@ twin: queue_by_number_of_queues_race.c
#include <GASPI.h>
#include <stdio.h>

enum { LENGTH = 1000 };

int main(void)
{
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    gaspi_number_t queues;
    long sum = 0;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&size);
    gaspi_queue_num(&queues);
    gaspi_segment_create(1, LENGTH * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(2, LENGTH * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(2, &memory);
    int *in = memory;
    gaspi_rank_t to = (rank + 1) % size;
    for (int i = 0; i < LENGTH; i++)
        gaspi_write(1, i * sizeof(int), to, 2, i * sizeof(int), sizeof(int), i % queues, GASPI_BLOCK);
    for (gaspi_number_t q = 0; q < queues; q++)
        gaspi_notify(2, to, q, 1, q, GASPI_BLOCK);
    for (gaspi_number_t q = 0; q < queues; q++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        gaspi_notify_waitsome(2, q, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(2, id, &value);
    }
    for (int i = 0; i < LENGTH; i++)
        sum += in[i];
    printf("%ld\n", sum);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
