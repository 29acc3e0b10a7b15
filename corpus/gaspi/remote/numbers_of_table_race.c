// A loop makes three segments, whose numbers are in a table. Each process writes from its inbox to the same bytes of the inbox of its neighbour.
// Race: while it reads them, the other neighbour writes there; nothing orders the two (GASPI 17.1, 7.2.3, 8.2.1).
//
//@ expect: error RMA201 A A
//@ twin: numbers_of_table_ok.c
#include <GASPI.h>

enum { ROWS = 5, INBOX = 17, OUTBOX = 40 };
static const gaspi_segment_id_t segments[] = {ROWS, INBOX, OUTBOX};

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    for (int k = 0; k < 3; k++)
        gaspi_segment_create(segments[k], 2048, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_write(INBOX, 256, (me + 1) % n, INBOX, 256, 64, 2, GASPI_BLOCK); //@ A
    gaspi_wait(2, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
