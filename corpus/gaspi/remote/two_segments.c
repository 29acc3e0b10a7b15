/*
 * Rank 0 writes into rank 1 while rank 1 uses its own memory.
 *
 * The write goes into segment 1, the load is of segment 0: other memory (GASPI 17.1, 7.1).
 */
//@ expect: none
//@ twin: one_segment.c
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

    gaspi_segment_create(1, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    if (rank == 0) {
        gaspi_write(0, 0, 1, 1, 512, sizeof(int), 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
    } else if (rank == 1) {
        printf("%d\n", cell[128]);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
