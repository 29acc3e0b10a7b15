/*
 * All processes count in a cell of rank 0.
 *
 * Rank 1 sets the counter by gaspi_write, which is not atomic to gaspi_atomic_fetch_add (GASPI 17.1,
 * 10.1).
 */
//@ expect: error RMA301 A B
//@ twin: fetch_add_against_fetch_add.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_atomic_value_t old;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    gaspi_atomic_fetch_add(0, 512, 0, 1, &old, GASPI_BLOCK); //@ A
    if (rank == 1) {
        gaspi_write(0, 0, 0, 0, 512, 8, 0, GASPI_BLOCK); //@ B
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
