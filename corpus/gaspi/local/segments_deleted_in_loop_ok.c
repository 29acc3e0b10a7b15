// Five segments are made in one loop and deleted in another, when a write from the fourth to the second of another process has left the one
// and has arrived in the other (GASPI 17.1, 7.2.6, 8.2.3).
//
//@ expect: none
//@ twin: segments_deleted_in_loop_race.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    for (gaspi_segment_id_t s = 0; s < 5; s++)
        gaspi_segment_create(s, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_write_notify(3, 0, (me + 1) % n, 1, 0, 512, 7, 1, 0, GASPI_BLOCK);
    gaspi_notification_id_t id;
    gaspi_notify_waitsome(1, 7, 1, &id, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    for (gaspi_segment_id_t s = 0; s < 5; s++)
        gaspi_segment_delete(s);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
