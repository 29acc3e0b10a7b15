/*
 * Figure 2.5d of the thesis with a read: rank 0 reads from rank 1, waits for its queue and enters a
 * barrier; rank 1 changes the cell.
 *
 * gaspi_wait completes a read at both sides (GASPI 17.1, 8.2.3), and the barrier orders it before the
 * store.
 */
//@ expect: none
//@ twin: thesis_2_5d_store_before_barrier.c
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
        gaspi_read(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
        printf("%d\n", cell[0]);
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (rank == 1)
        cell[128] = 7;

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
