/*
 * Every rank asks rank 0 by the notification of its own number; rank 0 answers the rank whose notification it finds, and does not take it
 * back.
 *
 * A notification stays until it is taken back (GASPI 17.1, 8.3.3), so the next wait may find the same one. Then two answers go to one rank, to
 * the same bytes, with nothing to order them.
 */
//@ expect: error RMA203 A A
//@ twin: answer_to_id_ok.c
#include <GASPI.h>
#include <stdlib.h>

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_notification_id_t id;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    if (gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED) != GASPI_SUCCESS)
        exit(EXIT_FAILURE);

    if (me == 0) {
        for (int k = 1; k < n; k++) {
            gaspi_notify_waitsome(0, 1, n - 1, &id, GASPI_BLOCK);
            gaspi_write(0, 0, id, 0, 32, 8, 0, GASPI_BLOCK); //@ A
        }
    } else {
        gaspi_notify(0, 0, me, 1, 0, GASPI_BLOCK);
    }

    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
