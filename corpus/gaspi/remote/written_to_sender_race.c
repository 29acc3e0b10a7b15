/*
 * All send rank 0 one passive message. For each message, rank 0 writes a cell of rank 1.
 *
 * Two writes of one process to the same bytes arrive in any order, unless the first is known to have arrived (GASPI 17.1, 8.2.1).
 */
//@ expect: error RMA203 A A
//@ twin: written_to_sender_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    if (rank == 0) {
        for (int n = 1; n < num; n++) {
            gaspi_rank_t who;
            gaspi_passive_receive(0, 0, &who, sizeof(int), GASPI_BLOCK);
            gaspi_write_notify(0, 512, 1, 0, 1024, sizeof(int), 3, 1, 0, GASPI_BLOCK); //@ A
        }
        gaspi_wait(0, GASPI_BLOCK);
    } else {
        gaspi_passive_send(0, 0, 0, sizeof(int), GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
