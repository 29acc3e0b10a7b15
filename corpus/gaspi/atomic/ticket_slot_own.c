/*
 * Processes draw tickets from a counter of rank 0 and write into the slot of their ticket.
 *
 * Each ticket has a slot of its own: what gaspi_atomic_fetch_add returns differs from process to
 * process (GASPI 17.1, 10.2.1).
 */
//@ expect: none
//@ twin: ticket_slot_shared.c
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
    gaspi_write(0, 8, 0, 0, 512 + old * sizeof(int), sizeof(int), 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
