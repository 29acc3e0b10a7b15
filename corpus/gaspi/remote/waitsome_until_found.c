/*
 * Rank 1 asks for a notification without waiting.
 *
 * The loop ends only when the notification has been found (GASPI 17.1, 8.3.2).
 */
//@ expect: none
//@ twin: waitsome_once_in_vain.c
#include <GASPI.h>
#include <stdio.h>

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

    if (rank == 0) {
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        while (gaspi_notify_waitsome(0, 0, 1, &id, GASPI_TEST) != GASPI_SUCCESS)
            ;
        printf("%d\n", cell[128]);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
