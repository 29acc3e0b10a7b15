// A loop makes segments with the numbers 10, 30, 50 and 70. While a write from segment 50 is pending, its first bytes are stored to: the source is in
// use until the wait (GASPI 17.1, 8.2.1).
//
//@ expect: error RMA101 A B
//@ twin: numbers_in_steps_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    gaspi_pointer_t base;
    for (int k = 0; k < 4; k++)
        gaspi_segment_create(10 + 20 * k, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(50, &base);
    gaspi_write(50, 0, (me + 1) % n, 10, 0, 64, 0, GASPI_BLOCK); //@ A
    *(long *)base = 1; //@ B
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
