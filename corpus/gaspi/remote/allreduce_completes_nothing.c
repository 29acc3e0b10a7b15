/*
 * Rank 0 writes into rank 1; a reduction follows.
 *
 * gaspi_allreduce orders the processes and completes no write (GASPI 17.1, 11.3): the data may still
 * be under way.
 */
//@ expect: error RMA201 A B
//@ twin: allreduce_and_notification.c
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

    int one = 1, sum = 0;

    if (rank == 0) {
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        gaspi_notify(0, 1, 0, 1, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_allreduce(&one, &sum, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 1) {
        printf("%d of %d\n", cell[128], sum); //@ B
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
