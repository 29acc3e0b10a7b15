/*
 * Each rank writes a block to each of four neighbours, with the notification of the side. Having found one of them, it reads the block of the
 * next side.
 *
 * Nothing says that this block has come: the notification of a write speaks of its own data (GASPI 17.1, 8.3.2). The program runs with nine
 * processes or more. Which side is found first it learns at run time.
 */
//@ expect: warning RMA201 A B
//@ twin: side_that_was_found_ok.c
#include <GASPI.h>
#include <stdlib.h>

#define SIDES 4
#define ROW 3
#define LEN 64

int main(void)
{
    gaspi_rank_t me, n;
    char *memory;
    int step[SIDES] = { 1, -1, ROW, -ROW }, opposite[SIDES] = { 1, 0, 3, 2 };

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    if (n < 3 * ROW)
        exit(EXIT_FAILURE);
    if (gaspi_segment_create(0, 2 * SIDES * LEN, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED) != GASPI_SUCCESS)
        exit(EXIT_FAILURE);
    gaspi_segment_ptr(0, (gaspi_pointer_t *)&memory);

    for (int k = 0; k < SIDES; k++)
        gaspi_write_notify(0, k * LEN, (me + step[k] + n) % n, 0, (SIDES + opposite[k]) * LEN, LEN, opposite[k], 1, 0, GASPI_BLOCK); //@ A
    long sum = 0;
    for (int k = 0; k < SIDES; k++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        gaspi_notify_waitsome(0, 0, SIDES, &id, GASPI_BLOCK);
        gaspi_notify_reset(0, id, &value);
        int side = (id + 1) % SIDES;
        for (int i = 0; i < LEN; i++)
            sum += memory[(SIDES + side) * LEN + i]; //@ B
    }

    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return sum != 0;
}
