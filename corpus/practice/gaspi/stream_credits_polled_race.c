/*
 * Pairs of processes: an even rank makes frames and streams them to the next odd one, which compresses them. Frames go through a ring
 * of slots; notification `slot` of the consumer says that a frame is there, notification `slots + slot` of the producer that the slot is
 * free again. Both poll with GASPI_TEST and count the turns that they could have used otherwise.
 *
 * The race: the consumer gives the slot back as soon as it has found the frame, before it reads it. With ranks 0 and 1: rank 0 finds that slot 0 is free
 * and writes frame `slots` there while rank 1 compresses frame 0: PIXELS bytes of slot 0 on rank 1 (GASPI 17.1, 8.3.2). The
 * earlier frame has arrived, so writes do not meet, and the source is free.
 */
//@ expect: error RMA201 WRITE LOAD
//@ twin: stream_credits_polled_ok.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define PIXELS 4096

enum { FRAMES = 3, QUEUE = 1 }; /* segment and queue */

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t peer;
    int slots;
    unsigned char *slot; /* [slots][PIXELS] */
    long turns;
} Stream;

static void require(gaspi_return_t result, const char *what)
{
    if (result != GASPI_SUCCESS) {
        fprintf(stderr, "%s failed: %d\n", what, (int)result);
        exit(EXIT_FAILURE);
    }
}

static void stream_open(Stream *stream, gaspi_rank_t rank, int slots)
{
    gaspi_pointer_t pointer;

    stream->rank = rank;
    stream->peer = (gaspi_rank_t)(rank % 2 == 0 ? rank + 1 : rank - 1);
    stream->slots = slots;
    stream->turns = 0;
    require(gaspi_segment_create(FRAMES, (gaspi_size_t)slots * PIXELS, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED), "segment");
    require(gaspi_segment_ptr(FRAMES, &pointer), "pointer");
    stream->slot = pointer;
}

/* Polls until the notification is there, and takes it back. */
static void poll_for(Stream *stream, int number)
{
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    gaspi_return_t result;

    while ((result = gaspi_notify_waitsome(FRAMES, (gaspi_notification_id_t)number, 1, &id, GASPI_TEST)) == GASPI_TIMEOUT)
        stream->turns++;
    require(result, "waitsome");
    require(gaspi_notify_reset(FRAMES, id, &value), "reset");
}

static void give_back(const Stream *stream, int slot)
{
    require(gaspi_notify(FRAMES, stream->peer, (gaspi_notification_id_t)(stream->slots + slot), 1, QUEUE, GASPI_BLOCK), "notify");
}

static void send_frame(const Stream *stream, int slot)
{
    const gaspi_offset_t offset = (gaspi_offset_t)slot * PIXELS;

    require(gaspi_write_notify(FRAMES, offset, stream->peer, FRAMES, offset, PIXELS, (gaspi_notification_id_t)slot, 1, QUEUE, GASPI_BLOCK), "write"); //@ WRITE
}

static void draw(unsigned char *frame, int number)
{
    for (int i = 0; i < PIXELS; i++)
        frame[i] = (unsigned char)(i / 64 + number);
}

/* Length of the frame in runs of equal pixels. */
static long runs_of(const unsigned char *frame)
{
    long runs = 0;
    int last = -1;

    for (int i = 0; i < PIXELS; i++) {
        const int pixel = frame[i]; //@ LOAD

        runs += pixel != last;
        last = pixel;
    }
    return runs;
}

static void produce(Stream *stream, int frames)
{
    for (int number = 0; number < frames; number++) {
        const int slot = number % stream->slots;

        if (number >= stream->slots)
            poll_for(stream, stream->slots + slot);
        draw(stream->slot + (size_t)slot * PIXELS, number);
        send_frame(stream, slot);
        if (slot == stream->slots - 1)
            require(gaspi_wait(QUEUE, GASPI_BLOCK), "wait");
    }
}

static long consume(Stream *stream, int frames)
{
    long runs = 0;

    for (int number = 0; number < frames; number++) {
        const int slot = number % stream->slots;

        poll_for(stream, slot);
        give_back(stream, slot);
        runs += runs_of(stream->slot + (size_t)slot * PIXELS);
        if (slot == stream->slots - 1)
            require(gaspi_wait(QUEUE, GASPI_BLOCK), "wait");
    }
    return runs;
}

int main(int argc, char **argv)
{
    gaspi_rank_t rank, num;
    int frames = 200, slots = 4;
    Stream stream;

    require(gaspi_proc_init(GASPI_BLOCK), "init");
    require(gaspi_proc_rank(&rank), "rank");
    require(gaspi_proc_num(&num), "number");
    if (argc > 1)
        frames = atoi(argv[1]);
    if (argc > 2)
        slots = atoi(argv[2]);
    if (frames < 1 || frames > 1000000 || slots < 1 || slots > 64) {
        fprintf(stderr, "usage: %s [frames [slots]]\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    stream_open(&stream, rank, slots);

    if (rank % 2 == 1) {
        const long runs = consume(&stream, frames);

        printf("rank %d: %ld runs in %d frames, %ld turns in vain\n", rank, runs, frames, stream.turns);
    } else if (rank + 1 < num) {
        produce(&stream, frames);
    }

    require(gaspi_wait(QUEUE, GASPI_BLOCK), "wait");
    require(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK), "barrier");
    require(gaspi_segment_delete(FRAMES), "delete");
    require(gaspi_proc_term(GASPI_BLOCK), "term");
    return 0;
}
