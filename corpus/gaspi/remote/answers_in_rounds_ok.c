/*
 * Every rank asks rank 0 three times by the notification of its own number and waits for each answer, which comes with a notification.
 *
 * A rank asks again only when it has the answer to its question before: the notification of a write speaks of its data (GASPI 17.1, 8.3.2). So
 * each answer to a rank is there before the next one is written.
 */
//@ expect: none
//@ twin: answers_in_rounds_race.c
#include <GASPI.h>
#include <stdlib.h>

#define ROUNDS 3

int main(void)
{
    gaspi_rank_t me, n;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&n);
    if (gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED) != GASPI_SUCCESS)
        exit(EXIT_FAILURE);

    if (me == 0) {
        for (int k = 0; k < ROUNDS * (n - 1); k++) {
            gaspi_notify_waitsome(0, 1, n - 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
            gaspi_write_notify(0, 0, id, 0, 32, 8, 0, 1, 0, GASPI_BLOCK);
        }
    } else {
        for (int r = 0; r < ROUNDS; r++) {
            gaspi_notify(0, 0, me, 1, 0, GASPI_BLOCK);
            gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
            gaspi_notify_reset(0, id, &value);
        }
    }

    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
