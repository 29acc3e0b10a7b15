// The size of a read grows by a factor of four, the last time beyond the size of the segment (GASPI 17.1, 8.2.2).
//
//@ expect: error RMA509 A A
//@ twin: sizes_in_bounds_ok.c
#include <GASPI.h>

enum { BYTES = 1 << 20 };

int main(void)
{
    gaspi_rank_t me, size;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&size);
    gaspi_segment_create(0, BYTES, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, BYTES, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    for (gaspi_size_t s = 1; s <= 4 * BYTES; s *= 4) {
        gaspi_read(1, 0, (me + 1) % size, 0, 0, s, 0, GASPI_BLOCK); //@ A
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
