/*
 * An array of the program is bound to a segment, written from, and changed.
 *
 * The memory of a bound segment is the program's own array (GASPI 17.1, 7.2.5): the store changes the
 * source of a pending write.
 */
//@ expect: error RMA101 A B
//@ twin: bound_array_store_late.c
#include <GASPI.h>

static double field[64];

int main(void)
{
    gaspi_rank_t rank, num;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);

    gaspi_segment_use(0, field, sizeof field, GASPI_GROUP_ALL, GASPI_BLOCK, 0);
    field[3] = rank;
    if (rank == 0) {
        gaspi_write(0, 3 * sizeof(double), 1, 0, 32 * sizeof(double), sizeof(double), 0, GASPI_BLOCK); //@ A
        field[3] = 0.5; //@ B
        gaspi_wait(0, GASPI_BLOCK);
    }

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
