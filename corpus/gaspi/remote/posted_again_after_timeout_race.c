/*
 * Each process tries to write its value to its right with a notification; in one case it makes the call again, and then waits for room.
 *
 * The case is that the first call has succeeded: the wait may find the notification of either write while the other one has not arrived
 * (GASPI 17.1, 8.3.4).
 */
//@ expect: error RMA201 A B
//@ expect: error RMA201 C B
//@ expect: error RMA203 A C
//@ twin: posted_again_after_timeout_ok.c
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
    gaspi_return_t result = gaspi_write_notify(0, 0, right, 0, 256, sizeof(int), 3, 1, 0, GASPI_TEST); //@ A
    if (result == GASPI_SUCCESS)
        gaspi_write_notify(0, 0, right, 0, 256, sizeof(int), 3, 1, 0, GASPI_BLOCK); //@ C
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_printf("%d\n", cell[64]); //@ B
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
