/*
 * Rank 0 writes two cells to rank 1 with one call and gives the second a new value.
 *
 * The wait on the queue completes every element of the list (GASPI 17.1, 8.2.3 and 8.3.5).
 */
//@ expect: none
//@ twin: write_list_store_before_wait.c
#include <GASPI.h>

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

    cell[0] = rank;
    cell[4] = rank;
    if (rank == 0) {
        gaspi_segment_id_t from[2] = {0, 0}, to[2] = {0, 0};
        gaspi_offset_t here[2] = {0, 16}, there[2] = {512, 528};
        gaspi_size_t size[2] = {4, 4};

        gaspi_write_list(2, from, here, 1, to, there, size, 0, GASPI_BLOCK);
        gaspi_wait(0, GASPI_BLOCK);
        cell[4] = 7;
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
