/*
 * Bulk load of a table that is spread over all processes. Each process makes its rows in batches; a batch has a packet for each owner,
 * which is written to a place of its own there. Queue 0 is kept for control; packets go by queues 1 to `queues`, by the number of the
 * owner. Behind the last batch a notification goes to each owner on the queue of its packets.
 *
 * The race: gaspi_wait is called for queues 0 to `queues` - 1, but packets go by 1 to `queues`. Owner `queues` - 1 (if there are so many)
 * has its packets on the last queue, which is not waited for: with `queues` = 1 on one process already, the packet of batch 0 is pending when that of
 * batch 1 is filled: the bytes of the packet (GASPI 17.1, 8.2: a source is in use until gaspi_wait on its queue). No answer comes
 * from the owner before the last batch.
 */
//@ expect: error RMA101 WRITE FILL
//@ twin: bulk_load_queues_ok.c
#include <GASPI.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ASSERT(x)                                                                                                      \
    do {                                                                                                               \
        const int ok_ = (x);                                                                                           \
        if (!ok_) {                                                                                                    \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #x);                                            \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)
#define DO(call) ASSERT((call) == GASPI_SUCCESS)

typedef struct {
    uint64_t key;
    uint64_t row;
} Row;

typedef struct {
    int batches;
    int rows;   /* in a packet */
    int queues; /* that carry packets */
} Options;

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t num;
    Options options;
    gaspi_segment_id_t outgoing;
    gaspi_segment_id_t table;
    Row *packets; /* [num][rows] */
    Row *rows;    /* [num][batches][rows] */
} Load;

static gaspi_queue_id_t queue_of(const Load *load, int owner)
{
    return (gaspi_queue_id_t)(1 + owner % load->options.queues);
}

static gaspi_size_t packet_bytes(const Load *load)
{
    return (gaspi_size_t)load->options.rows * sizeof(Row);
}

static Row *segment(gaspi_segment_id_t id, gaspi_size_t bytes)
{
    gaspi_pointer_t pointer;

    DO(gaspi_segment_create(id, bytes, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    DO(gaspi_segment_ptr(id, &pointer));
    return pointer;
}

static void load_create(Load *load, const Options *options)
{
    gaspi_number_t queues, notifications;

    DO(gaspi_proc_rank(&load->rank));
    DO(gaspi_proc_num(&load->num));
    DO(gaspi_queue_num(&queues));
    DO(gaspi_notification_num(&notifications));
    ASSERT((gaspi_number_t)options->queues < queues);
    ASSERT(load->num <= notifications);
    load->options = *options;
    load->outgoing = 0;
    load->table = 1;
    load->packets = segment(load->outgoing, load->num * packet_bytes(load));
    load->rows = segment(load->table, load->num * (gaspi_size_t)options->batches * packet_bytes(load));
}

static void fill_packet(const Load *load, int owner, int batch)
{
    Row *packet = load->packets + (size_t)owner * (size_t)load->options.rows;

    for (int i = 0; i < load->options.rows; i++) {
        const Row row = {(uint64_t)(batch * load->options.rows + i) * load->num + (uint64_t)owner, (uint64_t)load->rank};

        packet[i] = row; //@ FILL
    }
}

static void write_packet(const Load *load, int owner, int batch)
{
    const gaspi_size_t bytes = packet_bytes(load);
    const gaspi_offset_t place = (gaspi_offset_t)(load->rank * load->options.batches + batch) * bytes;

    DO(gaspi_write(load->outgoing, (gaspi_offset_t)owner * bytes, (gaspi_rank_t)owner, load->table, place, bytes, queue_of(load, owner), GASPI_BLOCK)); //@ WRITE
}

static void complete_packets(const Load *load)
{
    for (int queue = 0; queue < load->options.queues; queue++)
        DO(gaspi_wait((gaspi_queue_id_t)queue, GASPI_BLOCK));
}

static void load_batches(const Load *load)
{
    for (int batch = 0; batch < load->options.batches; batch++) {
        for (int owner = 0; owner < load->num; owner++) {
            fill_packet(load, owner, batch);
            write_packet(load, owner, batch);
        }
        complete_packets(load);
    }
    for (int owner = 0; owner < load->num; owner++)
        DO(gaspi_notify(load->table, (gaspi_rank_t)owner, load->rank, 1, queue_of(load, owner), GASPI_BLOCK));
}

static void wait_for_senders(const Load *load)
{
    for (int found = 0; found < load->num; found++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;

        DO(gaspi_notify_waitsome(load->table, 0, load->num, &id, GASPI_BLOCK));
        DO(gaspi_notify_reset(load->table, id, &value));
        ASSERT(value == 1);
    }
}

static long check(const Load *load)
{
    const long all = (long)load->num * load->options.batches * load->options.rows;
    long wrong = 0;

    for (long i = 0; i < all; i++)
        wrong += load->rows[i].key % load->num != load->rank;
    return wrong;
}

int main(int argc, char **argv)
{
    Options options = {10, 512, 3};
    Load load;
    int option;

    DO(gaspi_proc_init(GASPI_BLOCK));
    while ((option = getopt(argc, argv, "b:r:q:")) != -1) {
        switch (option) {
        case 'b': options.batches = atoi(optarg); break;
        case 'r': options.rows = atoi(optarg); break;
        case 'q': options.queues = atoi(optarg); break;
        default: ASSERT(!"options are -b batches, -r rows in a packet, -q queues");
        }
    }
    ASSERT(options.batches > 0 && options.batches <= 10000);
    ASSERT(options.rows > 0 && options.rows <= 1 << 20);
    ASSERT(options.queues > 0 && options.queues <= 15);
    load_create(&load, &options);

    load_batches(&load);
    wait_for_senders(&load);
    printf("rank %d: %ld rows in a wrong place\n", load.rank, check(&load));
    for (int queue = 1; queue <= options.queues; queue++)
        DO(gaspi_wait((gaspi_queue_id_t)queue, GASPI_BLOCK));

    DO(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    DO(gaspi_segment_delete(load.table));
    DO(gaspi_segment_delete(load.outgoing));
    DO(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
