#include "gather.h"

void fail(const char *file, int line, const char *what, int code)
{
    gaspi_rank_t rank = 0;

    (void)gaspi_proc_rank(&rank);
    fprintf(stderr, "rank %d: %s:%d: %s: %d\n", (int)rank, file, line, what, code);
    exit(EXIT_FAILURE);
}

void gather_create(Gather *gather, gaspi_segment_id_t segment, const long *counts)
{
    gaspi_pointer_t pointer = NULL;
    gaspi_number_t available = 0;

    TRY(gaspi_proc_rank(&gather->rank));
    TRY(gaspi_proc_num(&gather->size));
    TRY(gaspi_notification_num(&available));
    if (available < gather->size) {
        fail(__FILE__, __LINE__, "too few notifications", (int)available);
    }
    gather->segment = segment;
    gather->counts = malloc((size_t)gather->size * sizeof(long));
    gather->starts = malloc((size_t)gather->size * sizeof(long));
    if (gather->counts == NULL || gather->starts == NULL) {
        fail(__FILE__, __LINE__, "out of memory", 0);
    }
    gather->total = 0;
    for (int p = 0; p < gather->size; p++) {
        gather->counts[p] = counts[p];
        gather->starts[p] = gather->total;
        gather->total += counts[p];
    }
    TRY(gaspi_segment_create(segment, (gaspi_size_t)gather->total * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK,
                             GASPI_MEM_INITIALIZED));
    TRY(gaspi_segment_ptr(segment, &pointer));
    gather->data = pointer;
    TRY(gaspi_queue_num(&gather->queues));
    TRY(gaspi_queue_size_max(&gather->queue_depth));
    TRY(gaspi_transfer_size_max(&gather->transfer_max));
    gather->first_queue = 0;
    gather->writes = 0;
}

void gather_destroy(Gather *gather)
{
    gather_wait(gather);
    TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    TRY(gaspi_segment_delete(gather->segment));
    free(gather->starts);
    free(gather->counts);
    gather->data = NULL;
}

void gather_wait(const Gather *gather)
{
    for (gaspi_number_t queue = 0; queue < gather->queues; queue++) {
        TRY(gaspi_wait((gaspi_queue_id_t)queue, GASPI_BLOCK));
    }
}

static void make_room(const Gather *gather, gaspi_queue_id_t queue)
{
    gaspi_number_t used = 0;

    TRY(gaspi_queue_size(queue, &used));
    /* A write with notification counts twice. */
    if (used + 2 > gather->queue_depth) {
        TRY(gaspi_wait(queue, GASPI_BLOCK));
    }
}

static gaspi_size_t block_bytes(const Gather *gather, int block)
{
    return (gaspi_size_t)gather->counts[block] * sizeof(double);
}

static gaspi_offset_t block_offset(const Gather *gather, int block)
{
    return (gaspi_offset_t)gather->starts[block] * sizeof(double);
}

/* Writes a block into its place at another process; the notification has the number of the block. */
static void send_block(Gather *gather, int block, int to)
{
    const gaspi_queue_id_t queue = (gaspi_queue_id_t)((gaspi_number_t)to % gather->queues);
    const gaspi_offset_t offset = block_offset(gather, block);
    const gaspi_size_t size = block_bytes(gather, block);

    if (size > gather->transfer_max) {
        fail(__FILE__, __LINE__, "block is too large", block);
    }
    make_room(gather, queue);
    if (size == 0) {
        TRY(gaspi_notify(gather->segment, (gaspi_rank_t)to, (gaspi_notification_id_t)block, 1, queue, GASPI_BLOCK));
        return;
    }
    TRY(gaspi_write_notify(gather->segment, offset, (gaspi_rank_t)to, gather->segment, offset, size, (gaspi_notification_id_t)block, 1, queue, GASPI_BLOCK)); //@ WRITE
    gather->writes++;
}

/* Waits for one of the blocks from `first` on, and returns its number. */
static int take_block(Gather *gather, int first, int number)
{
    gaspi_notification_id_t id = 0;
    gaspi_notification_t value = 0;

    do {
        TRY(gaspi_notify_waitsome(gather->segment, (gaspi_notification_id_t)first, (gaspi_number_t)number, &id,
                                  GASPI_BLOCK));
        TRY(gaspi_notify_reset(gather->segment, id, &value));
    } while (value == 0);
    return id;
}

void gather_round_robin(Gather *gather)
{
    for (int step = 1; step < gather->size; step++) {
        send_block(gather, gather->rank, (gather->rank + step) % gather->size);
    }
    for (int step = 1; step < gather->size; step++) {
        (void)take_block(gather, 0, gather->size);
    }
}

void gather_ring(Gather *gather)
{
    const int right = (gather->rank + 1) % gather->size;

    for (int step = 1; step < gather->size; step++) {
        const int mine = (gather->rank - step + 1 + gather->size) % gather->size;
        const int next = (gather->rank - step + gather->size) % gather->size;

        send_block(gather, mine, right);
        (void)take_block(gather, next, 1);
    }
}
