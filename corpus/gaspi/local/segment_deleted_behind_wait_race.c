// A segment is deleted while a read of the process itself still writes to it (GASPI 17.1, 7.2.6, 8.2).
//
//@ expect: error RMA402 A B
//@ twin: segment_deleted_behind_wait_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    gaspi_segment_create(0, 65536, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    for (int round = 0; round < 3; round++) {
        gaspi_segment_create(1, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
        gaspi_write(0, 0, (me + 1) % n, 1, 0, 8, 0, GASPI_BLOCK);
        gaspi_read(1, 1024, (me + 1) % n, 0, 8192, 8, 0, GASPI_BLOCK); //@ A
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
        gaspi_segment_delete(1); //@ B
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
