/*
 * Rank 1 sends rank 0 a passive message; rank 0 then writes into a cell of rank 1.
 *
 * The store comes before gaspi_passive_send, which gaspi_passive_receive waits for (GASPI 17.1, 9.2).
 */
//@ expect: none
//@ twin: passive_message_too_early.c
#include <GASPI.h>

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

    if (rank == 1) {
        cell[128] = 3;
        gaspi_passive_send(0, 0, 0, sizeof(int), GASPI_BLOCK);
    } else if (rank == 0) {
        gaspi_rank_t from;

        gaspi_passive_receive(0, 64, &from, sizeof(int), GASPI_BLOCK);
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
