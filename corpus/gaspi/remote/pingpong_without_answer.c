/*
 * Rank 0 sends a value to rank 1 in each step.
 *
 * Rank 0 goes on without an answer: its next write meets the load of this value, and the write before.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: pingpong.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    for (int step = 0; step < 10; step++) {
        if (rank == 0) {
            cell[0] = step;
            gaspi_write_notify(0, 0, 1, 0, 512, sizeof(int), 0, 1, 0, GASPI_BLOCK); //@ A
            gaspi_wait(0, GASPI_BLOCK);
        } else if (rank == 1) {
            gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
            cell[1] += cell[128]; //@ B
            gaspi_notify(0, 0, 1, 1, 0, GASPI_BLOCK);
        }
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
