// A loop makes three segments, whose numbers are in a table. Each process writes from its outbox to the inbox of its neighbour: two segments,
// although one call makes both (GASPI 17.1, 7.2.3, 8.2.1).
//
//@ expect: none
//@ twin: numbers_of_table_race.c
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
    gaspi_write(OUTBOX, 256, (me + 1) % n, INBOX, 256, 64, 2, GASPI_BLOCK);
    gaspi_wait(2, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
