/*
 * Each process writes its value to its right with a notification, without waiting for room in the queue, and uses what has come from its
 * left.
 *
 * Whatever the call returns, it is made twice. Both may succeed: then the second write may arrive when the notification of the first has been
 * found (GASPI 17.1, 8.3.4).
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: posted_until_it_succeeds_ok.c
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
    for (int again = 0; again < 2; again++)
        gaspi_write_notify(0, 0, right, 0, 256, sizeof(int), 3, 1, 0, GASPI_TEST); //@ A
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_printf("%d\n", cell[64]); //@ B
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
