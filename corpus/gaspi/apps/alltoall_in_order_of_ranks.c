/*
 * All-to-all exchange: every process writes a block into every other, with its own rank as the
 * notification, and adds up the blocks that it has received.
 *
 * The process uses the blocks in the order of the ranks, but a notification that it finds may be of
 * another block (GASPI 17.1, 8.3.2).
 */
//@ expect: error RMA201 A B
//@ twin: alltoall_as_they_come.c
#include <GASPI.h>
#include <stdio.h>

#define BLOCK 16

/* Sends to every process its block of the local data. */
static void send_blocks(gaspi_rank_t rank, gaspi_rank_t num)
{
    for (gaspi_rank_t to = 0; to < num; to++)
        gaspi_write_notify(0, to * BLOCK * sizeof(int), to, 1, rank * BLOCK * sizeof(int), BLOCK * sizeof(int), rank, 1, 0, GASPI_BLOCK); //@ A
}

static int sum(const int *block)
{
    int total = 0;

    for (int i = 0; i < BLOCK; i++)
        total += block[i]; //@ B
    return total;
}

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);

    int total = 0;

    gaspi_segment_create(0, num * BLOCK * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, num * BLOCK * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    for (int i = 0; i < num * BLOCK; i++)
        ((int *)ptr)[i] = rank;
    send_blocks(rank, num);
    gaspi_segment_ptr(1, &ptr);
    int *received = ptr;
    for (gaspi_rank_t n = 0; n < num; n++) {
        gaspi_notify_waitsome(1, 0, num, &id, GASPI_BLOCK);
        gaspi_notify_reset(1, id, &value);
        total += sum(received + n * BLOCK);
    }
    gaspi_wait(0, GASPI_BLOCK);
    printf("%d: %d\n", rank, total);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
