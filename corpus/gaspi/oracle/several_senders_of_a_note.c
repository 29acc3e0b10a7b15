/*
 * After an exchange of notifications with rank 0, rank 1 waits for one that comes with a write.
 *
 * With four processes it may be the one of rank 3 that is found first, while the write of rank 2 is under way (GASPI 17.1, 8.3.4).
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: one_sender_of_a_note.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    if (num < 3)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    cell[0] = rank;

    if (rank == 1) {
        gaspi_notify(0, 0, 0, 1, 1, GASPI_BLOCK);
        gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
    } else if (rank == 0) {
        gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        gaspi_notify(0, 1, 1, 1, 0, GASPI_BLOCK);
    }
    if (rank >= 2) {
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 2, 1, 0, GASPI_BLOCK); //@ A
    } else if (rank == 1) {
        gaspi_notify_waitsome(0, 2, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        printf("%d\n", cell[128]); //@ B
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
