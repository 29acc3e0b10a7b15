/*
 * A thread starts reads with a notification each, and the main thread waits for the notification of a block and loads the next one.
 *
 * The notification of one block says nothing of the next one, whose read is still pending (GASPI 17.1, 8.3.4). Happens with any number of processes.
 */
//@ expect: error RMA102 READ LOAD
//@ twin: read_notified_in_thread.c
#include <GASPI.h>
#include <pthread.h>
#include <stdio.h>

#define BLOCKS 8
#define LEN 512

static gaspi_rank_t me, np;

static void *reads(void *unused)
{
    for (int k = 0; k < BLOCKS; k++)
        gaspi_read_notify(1, (gaspi_offset_t)k * LEN * sizeof(double), (me + 1) % np, 0, 0, LEN * sizeof(double), k, 0, GASPI_BLOCK); //@ READ
    return unused;
}

int main(void)
{
    pthread_t thread;
    gaspi_pointer_t p;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&np);
    gaspi_segment_create(0, LEN * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, BLOCKS * LEN * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(1, &p);
    double *in = p, sum = 0;
    pthread_create(&thread, NULL, reads, NULL);
    for (int k = 0; k < BLOCKS; k++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        gaspi_notify_waitsome(1, k, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(1, id, &value);
        for (int i = 0; i < LEN; i++)
            sum += in[(size_t)(k + 1) % BLOCKS * LEN + i]; //@ LOAD
    }
    pthread_join(thread, NULL);
    printf("%g\n", sum);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
