// A suite runs two tests for each size and each distance between a rank and its partner, 0 included: a write with a notification, and a read.
// Race: the read may still write its place when the rank clears that place for the next read: nothing waits for its queue (GASPI 17.1, 8.2).
//
//@ expect: error RMA103 A B
//@ expect: error RMA104 A A
//@ twin: tests_for_each_distance_ok.c
#include <GASPI.h>
#include <string.h>

#define LARGEST 4096

static gaspi_rank_t me, num;
static char *segment;

static void test_write(gaspi_size_t size, int distance)
{
    gaspi_rank_t to = (me + distance) % num;
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    memset(segment, distance, size);
    gaspi_write(0, 0, to, 0, LARGEST, size, 0, GASPI_BLOCK);
    gaspi_notify(0, to, 0, 1, 0, GASPI_BLOCK);
    gaspi_notify_waitsome(0, 0, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(0, id, &value);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
}

static void test_read(gaspi_size_t size, int distance)
{
    memset(segment + LARGEST, 0, size); //@ B
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_read(0, LARGEST, (me + distance) % num, 0, 0, size, 1, GASPI_BLOCK); //@ A
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
}

int main(void)
{
    gaspi_pointer_t memory;

    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&num);
    gaspi_segment_create(0, 2 * LARGEST, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &memory);
    segment = memory;
    for (int test = 0; test < 2; test++)
        for (gaspi_size_t size = 1; size <= LARGEST; size *= 4)
            for (int distance = 0; distance < num; distance++)
                (test == 0 ? test_write : test_read)(size, distance);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
