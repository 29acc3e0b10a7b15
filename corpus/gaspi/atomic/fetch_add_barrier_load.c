/*
 * All processes count in a cell of rank 0, which rank 0 prints.
 *
 * Atomic operations are complete when they return (GASPI 17.1, 10.2), and the barrier orders them
 * before the load.
 */
//@ expect: none
//@ twin: fetch_add_against_load.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_atomic_value_t old;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    unsigned long *counter = (unsigned long *)(cell + 128);

    gaspi_atomic_fetch_add(0, 512, 0, 1, &old, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 0)
        printf("%lu\n", *counter);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
