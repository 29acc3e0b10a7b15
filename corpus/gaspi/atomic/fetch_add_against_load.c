/*
 * All processes count in a cell of rank 0, which rank 0 prints.
 *
 * The load of the owner is no atomic operation and nothing orders it behind those of the others (GASPI
 * 17.1, 10.1).
 */
//@ expect: error RMA301 A B
//@ twin: fetch_add_barrier_load.c
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

    gaspi_atomic_fetch_add(0, 512, 0, 1, &old, GASPI_BLOCK); //@ A
    if (rank == 0)
        printf("%lu\n", *counter); //@ B

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
