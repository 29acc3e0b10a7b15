// Five segments are made in one loop and deleted in another, while a write from the fourth to the second of another process is pending.
// Race: nothing waits for the queue, and the target does not wait for the notification either (GASPI 17.1, 7.2.6, 8.2.3).
//
//@ expect: error RMA402 A B
//@ twin: segments_deleted_in_loop_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    for (gaspi_segment_id_t s = 0; s < 5; s++)
        gaspi_segment_create(s, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_write_notify(3, 0, (me + 1) % n, 1, 0, 512, 7, 1, 0, GASPI_BLOCK); //@ A
    for (gaspi_segment_id_t s = 0; s < 5; s++)
        gaspi_segment_delete(s); //@ B
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
