/*
 * Rank 0 tries to post a write without waiting for room in the queue.
 *
 * Where gaspi_write returns GASPI_SUCCESS the operation is posted (GASPI 17.1, 8.2.1); this program
 * waits only where it was not.
 */
//@ expect: error RMA101 A B
//@ twin: write_waited_for_if_posted.c
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
    if (rank == 0) {
        gaspi_return_t posted = gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_TEST); //@ A
        if (posted == GASPI_TIMEOUT)
            gaspi_wait(0, GASPI_BLOCK);
        cell[0] = 7; //@ B
    }
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
