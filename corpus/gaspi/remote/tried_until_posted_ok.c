/*
 * Each process tries to write its value to its right with a notification; a variable says that it has to try again, and functions tell
 * what the result of the call means.
 *
 * A call that returns GASPI_TIMEOUT or GASPI_QUEUE_FULL has posted nothing (GASPI 17.1, 4.1 and 8.3.4), so only the last call of each
 * process has posted a write, and who has found its notification finds the value (8.3.2).
 */
//@ expect: none
//@ twin: tried_until_posted_race.c
#include <GASPI.h>
#include <stdbool.h>

static bool refused(gaspi_return_t result)
{
    return result == GASPI_TIMEOUT || result == GASPI_QUEUE_FULL;
}

static bool try_to_post(gaspi_rank_t to)
{
    return !refused(gaspi_write_notify(0, 0, to, 0, 256, sizeof(int), 3, 1, 0, GASPI_TEST));
}

int main(void)
{
    gaspi_rank_t rank, num;
    gaspi_pointer_t ptr;
    gaspi_notification_id_t id;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &ptr);
    int *cell = ptr;
    gaspi_rank_t right = (rank + 1) % num;

    cell[0] = rank;
    bool again = true;
    while (again) {
        again = !try_to_post(right);
        if (again)
            gaspi_wait(0, GASPI_BLOCK);
    }
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_printf("%d\n", cell[64]);
    gaspi_wait(0, GASPI_BLOCK);

    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
