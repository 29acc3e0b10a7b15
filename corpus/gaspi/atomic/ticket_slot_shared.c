/*
 * Processes draw tickets from a counter of rank 0 and write into the slot of their ticket.
 *
 * Slots are for two tickets each: two processes with tickets 2n and 2n + 1 write the same bytes.
 */
//@ expect: warning RMA203 A A
//@ twin: ticket_slot_own.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_atomic_value_t old;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    gaspi_atomic_fetch_add(0, 0, 0, 1, &old, GASPI_BLOCK);
    gaspi_write(0, 8, 0, 0, 512 + old / 2 * sizeof(int), sizeof(int), 0, GASPI_BLOCK); //@ A
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
