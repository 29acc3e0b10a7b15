/*
 * Figure 2.6c of the thesis: rank 0 writes into rank 1 and notifies it.
 *
 * Rank 1 uses the cell without looking for the notification, so nothing orders the write before the
 * load.
 */
//@ expect: error RMA201 A B
//@ twin: thesis_2_6c_notify_waitsome.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 0) {
        cell[0] = 1337;
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_notify(0, 1, 0, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        printf("%d\n", cell[128]); //@ B
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
