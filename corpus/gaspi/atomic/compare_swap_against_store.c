/*
 * Processes take a lock word of rank 0 by compare and swap; rank 0 has to initialise it.
 *
 * Rank 0 stores the word while others may already swap it.
 */
//@ expect: error RMA301 A B
//@ twin: compare_swap_after_store.c
#include <GASPI.h>

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

    unsigned long *word = (unsigned long *)(cell + 128);

    if (rank == 0)
        *word = 0; //@ B
    if (rank != 0)
        gaspi_atomic_compare_swap(0, 512, 0, 0, rank, &old, GASPI_BLOCK); //@ A

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
