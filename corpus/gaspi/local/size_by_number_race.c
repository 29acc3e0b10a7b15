// A loop makes segments of 512, 1024, 2048 and more bytes. A write ends at byte 2048 of the second, which has 1024 (GASPI 17.1, 8.2.1).
//
//@ expect: error RMA509 A A
//@ twin: size_by_number_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    for (gaspi_segment_id_t s = 0; s < 5; s++)
        gaspi_segment_create(s, 512 << s, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_write(4, 0, (me + 1) % n, 1, 2000, 48, 0, GASPI_BLOCK); //@ A
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
