/*
 * All write to the next process with a notification. Each waits for any of two, the other of which rank 0 posts at rank 2 before the barrier.
 * An atomic update of a counter is in the program, too.
 *
 * That notification ends the wait of rank 2 as well, and says nothing of the write of rank 1 (GASPI 17.1, 8.3).
 */
//@ expect: error RMA201 A B
//@ twin: any_of_notes_behind_barrier.c
#include <GASPI.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t me, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_atomic_value_t old;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&num);
    if (num < 3 || num > 6)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    if (me == 0)
        gaspi_notify(0, 2, 2, 1, 0, GASPI_BLOCK);
    gaspi_write_notify(0, 512, (me + 1) % num, 0, 0, sizeof(int), 1, 1, 0, GASPI_BLOCK); //@ A
    gaspi_notify_waitsome(0, 1, 2, &id, GASPI_BLOCK);
    int seen = cell[0]; //@ B
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_atomic_fetch_add(0, 256, 0, 1, &old, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return seen;
}
