// A loop deletes the first two of five segments while a read into the third of them is pending: another one (GASPI 17.1, 7.2.6, 8.2.2).
//
//@ expect: none
//@ twin: segments_deleted_in_part_race.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    for (gaspi_segment_id_t s = 0; s < 4; s++)
        gaspi_segment_create(s, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(9, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_read(2, 0, (me + 1) % n, 9, 0, 512, 0, GASPI_BLOCK);
    for (gaspi_segment_id_t s = 0; s < 2; s++)
        gaspi_segment_delete(s);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
