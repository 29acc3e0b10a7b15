/*
 * Rank 0 writes to rank 1, which finds the notification and tells rank 2, which reads; then all post notifications in a loop.
 *
 * Those of the loop have the numbers 3 and 4: rank 1 alone tells rank 2, behind the write of rank 0.
 */
//@ expect: none
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

    if (rank == 0) {
        gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK);
    } else if (rank == 1) {
        if (rank % 2 != 0)
            gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
        gaspi_notify(0, 2, 1, 1, 0, GASPI_BLOCK);
    } else if (rank == 2) {
        gaspi_notify_waitsome(0, 1, 1, &id, GASPI_BLOCK);
        gaspi_read(0, 4, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK);
    }
    for (int step = 0; step < 2; step++)
        gaspi_notify(0, (rank + 1) % num, 3 + step % 2, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
