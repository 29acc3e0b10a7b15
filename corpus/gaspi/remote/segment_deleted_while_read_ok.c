// All processes have waited for their reads before the barrier, and delete the segment behind it (GASPI 17.1, 7.3, 8.2).
//
//@ expect: none
//@ twin: segment_deleted_while_read_race.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_pointer_t base;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &base);
    gaspi_read(0, 0, (me + 1) % n, 1, 0, 64, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_segment_delete(1);
    printf("%d\n", ((int *)base)[0]);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
