/*
 * Rank 0 writes to rank 1 and waits for an answer, in a loop; no notification is taken back.
 *
 * In two steps the second write comes behind the first answer; only a third step would find the notification of the first.
 */
//@ expect: none
//@ twin: answered_thrice_without_reset.c
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
    if (num < 2)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    cell[0] = rank;

    for (int step = 0; step < 2; step++) {
        if (rank == 0) {
            gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK); //@ A
            gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
        } else if (rank == 1) {
            gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
            gaspi_notify(0, 0, 1, 1, 0, GASPI_BLOCK);
        }
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
