// A loop makes small segments with the numbers 0 to 2, another call a large one with number 6. A write to offset 4096 of that is inside: none of
// those of the loop has its number (GASPI 17.1, 7.2.3, 8.2.1).
//
//@ expect: none
//@ twin: number_beside_loop_race.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    for (gaspi_segment_id_t s = 0; s < 3; s++)
        gaspi_segment_create(s, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(6, 8192, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_write(6, 0, (me + 1) % n, 6, 4096, 256, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
