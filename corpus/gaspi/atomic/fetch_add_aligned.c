/*
 * Two counters of eight bytes in the segment of rank 0.
 *
 * The counters are apart (GASPI 17.1, 10.1).
 */
//@ expect: none
//@ twin: fetch_add_misaligned.c
#include <GASPI.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_atomic_value_t old;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);

    if (rank == 1)
        gaspi_atomic_fetch_add(0, 512, 0, 1, &old, GASPI_BLOCK);
    if (rank == 2)
        gaspi_atomic_fetch_add(0, 520, 0, 1, &old, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
