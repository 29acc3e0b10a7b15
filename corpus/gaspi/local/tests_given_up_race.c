// After a write a process tests its queue up to 20 times, whatever comes of it, and uses the source again.
// Race: each test may return GASPI_TIMEOUT, also the last one; then the write is not complete (GASPI 17.1, 2.7, 8.2.3).
//
//@ expect: error RMA101 A B
//@ twin: tests_given_up_ok.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    gaspi_pointer_t base;
    gaspi_segment_create(0, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &base);
    long *cells = base;
    cells[0] = me;
    gaspi_write(0, 0, (me + 1) % n, 0, 1024, sizeof *cells, 3, GASPI_BLOCK); //@ A
    for (int tries = 0; tries < 20; tries++)
        if (gaspi_wait(3, GASPI_TEST) == GASPI_SUCCESS)
            break;
    cells[0] = -1; //@ B
    gaspi_wait(3, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
