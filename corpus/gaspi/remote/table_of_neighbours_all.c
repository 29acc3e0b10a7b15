/*
 * Each process writes a cell to each of its neighbours, which a table names, with a notification for each side.
 *
 * It waits for the notifications of both sides before it reads what the neighbours have written (GASPI 17.1, 8.3): each side's
 * notification is of one process.
 */
//@ expect: none
//@ twin: table_of_neighbours_one.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
    do { \
        if ((call) != GASPI_SUCCESS) \
            exit(EXIT_FAILURE); \
    } while (0)

int main(void)
{
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    gaspi_notification_id_t found;
    gaspi_notification_t value;
    CHECK(gaspi_proc_init(GASPI_BLOCK));
    CHECK(gaspi_proc_rank(&rank));
    CHECK(gaspi_proc_num(&size));
    CHECK(gaspi_segment_create(0, 4 * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    CHECK(gaspi_segment_ptr(0, &memory));
    double *cells = memory;
    gaspi_rank_t neighbour[2] = {(rank + size - 1) % size, (rank + 1) % size};
    cells[0] = cells[1] = rank;
    for (int i = 0; i < 2; i++)
        CHECK(gaspi_write_notify(0, i * sizeof(double), neighbour[i], 0, (3 - i) * sizeof(double),
                                 sizeof(double), 1 - i, 1, 0, GASPI_BLOCK));
    for (int i = 0; i < 2; i++) {
        CHECK(gaspi_notify_waitsome(0, i, 1, &found, GASPI_BLOCK));
        CHECK(gaspi_notify_reset(0, found, &value));
    }
    printf("%f %f\n", cells[2], cells[3]);
    CHECK(gaspi_wait(0, GASPI_BLOCK));
    CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    CHECK(gaspi_proc_term(GASPI_BLOCK));
    return EXIT_SUCCESS;
}
