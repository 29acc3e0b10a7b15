/*
 * Each PE draws tickets from a counter on every PE, one PE after the other, and stores a result for each ticket.
 *
 * The result goes to the PE of the counter, and tickets of one counter differ (assumption 20; OpenSHMEM 1.6, 9.9.1): no two PEs store into one cell.
 */
//@ expect: none
//@ twin: ticket_of_each_victim_race.c
#include <shmem.h>

#define TICKETS 128

static long ticket, result[TICKETS];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), np = shmem_n_pes();

    for (int victim = 0; victim < np; victim++)
        for (;;) {
            long t = shmem_long_atomic_fetch_add(&ticket, 1, victim);
            if (t >= TICKETS)
                break;
            shmem_long_p(&result[t], me, victim);
        }
    shmem_finalize();
    return 0;
}
