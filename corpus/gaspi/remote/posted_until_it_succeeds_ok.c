/*
 * Each process writes its value to its right with a notification, without waiting for room in the queue, and uses what has come from its
 * left.
 *
 * A call that returns another value than GASPI_SUCCESS has not posted its write, nor its notification; it is repeated until it has (GASPI
 * 17.1, 4.1 and 8.3.4). So each process posts one of each.
 */
//@ expect: none
//@ twin: posted_until_it_succeeds_race.c
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
    while (gaspi_write_notify(0, 0, right, 0, 256, sizeof(int), 3, 1, 0, GASPI_TEST) != GASPI_SUCCESS)
        ;
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_printf("%d\n", cell[64]);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
