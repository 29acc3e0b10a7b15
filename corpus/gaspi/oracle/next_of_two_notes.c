/*
 * In each of two turns every process writes to a cell of its neighbour with a notification of that turn's own, and waits for one of two.
 *
 * A notification that is not taken back stays raised (GASPI 17.1, 8.3), but those that a turn waits for are its own and one that
 * nobody has posted yet: what is found tells of the write of this turn (thesis, rule R6).
 */
//@ expect: none
//@ twin: same_two_notes.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    int sum = 0;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    if (num < 2)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    for (int turn = 0; turn < 2; turn++) {
        gaspi_write_notify(0, 512, (rank + 1) % num, 0, turn * sizeof(int), sizeof(int), 3 + turn, 1, 0, GASPI_BLOCK); //@ A
        gaspi_notify_waitsome(0, 3 + turn, 2, &id, GASPI_BLOCK);
        sum += cell[turn]; //@ B
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }
    printf("%d\n", sum);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
