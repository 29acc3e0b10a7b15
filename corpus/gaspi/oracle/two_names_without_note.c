/*
 * Rank 0 writes to rank 1; then all write to the same cell at their right.
 *
 * Rank 1 is at the right of rank 0: two writes on one queue to one place are not ordered (GASPI 17.1, 8.2). Happens with 2 or
 * more processes.
 */
//@ expect: error RMA203 A B
//@ twin: two_names_with_note.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    if (num < 2)
        exit(1);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    gaspi_rank_t right = (rank + 1) % num, left = (rank + num - 1) % num;
    cell[0] = rank;

    if (rank == 0) {
        gaspi_write(0, 0, 1, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ A
    }
    gaspi_write(0, 4, right, 0, 512, sizeof(int), 0, GASPI_BLOCK); //@ B
    gaspi_wait(0, GASPI_BLOCK);
    printf("%d\n", left);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
