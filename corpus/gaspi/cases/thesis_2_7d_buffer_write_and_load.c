/*
 * Figure 2.7d of the thesis: rank 0 reads into its segment and prints the destination.
 *
 * The print comes before gaspi_wait, so the read may still write the destination (GASPI 17.1, 8.2.2).
 */
//@ expect: error RMA102 A B
//@ twin: thesis_2_7d_after_wait.c
#include <GASPI.h>
#include <stdio.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;

    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 0) {
        gaspi_read(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
        printf("localbuf is %d\n", cell[0]); //@ B
        gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
