// One thread finds the notifications, and raises a counter under a mutex; another thread loads the blocks.
// Race: the other thread does not wait for the counter, so a block may not have arrived when it loads it (GASPI 17.1, 8.3.2).
//
//@ expect: error RMA201 A B
//@ twin: handed_over_by_condition_ok.c
#include <GASPI.h>
#include <pthread.h>
#include <stdio.h>

enum { BLOCKS = 16 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int have;
static int *blocks;
static long sum;

static void *find(void *unused)
{
    for (int i = 0; i < BLOCKS; i++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        gaspi_notify_waitsome(1, i, 1, &id, GASPI_BLOCK);
        gaspi_notify_reset(1, id, &value);
        pthread_mutex_lock(&mutex);
        have = i + 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (int i = 0; i < BLOCKS; i++) {
        sum += blocks[i]; //@ B
    }
    return unused;
}

int main(void)
{
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    pthread_t finder, consumer;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&size);
    gaspi_segment_create(0, BLOCKS * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, BLOCKS * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(1, &memory);
    blocks = memory;
    pthread_create(&finder, NULL, find, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    for (int i = 0; i < BLOCKS; i++)
        gaspi_write_notify(0, i * sizeof(int), (rank + 1) % size, 1, i * sizeof(int), sizeof(int), i, 1, 0, //@ A
                           GASPI_BLOCK);
    pthread_join(finder, NULL);
    pthread_join(consumer, NULL);
    printf("%ld\n", sum);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
