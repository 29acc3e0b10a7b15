/*
 * Each PE draws tickets from a counter on every PE, one PE after the other, and stores a result for each ticket.
 *
 * All results go to PE 0: tickets of two counters may be the same number.
 */
//@ expect: warning RMA203 A A
//@ twin: ticket_of_each_victim_ok.c
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
            shmem_long_p(&result[t], me, 0); //@ A
        }
    shmem_finalize();
    return 0;
}
