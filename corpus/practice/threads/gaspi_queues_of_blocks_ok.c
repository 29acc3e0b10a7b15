/*
 * GASPI with threads: a work-sharing loop fills the blocks of a vector. The iterations of another loop send them to the right neighbour
 * by write_notify, block b on queue b modulo the number of queues. A loop over the queues completes the writes, and the last loop waits
 * for the notifications of the blocks that come from the left, and uses them.
 *
 * A block that has come is used behind its own notification (write_notify covers its own data), which is set back then. The barrier
 * between filling and sending lets no write come before the neighbour has used the block of the step before.
 *
 * Race-free: the loop over the queues waits for each of them. Each of its iterations runs once, and the barriers of the loops order
 * writes, waits and the next filling (GASPI: gaspi_wait returns when all requests of the queue are complete at the origin; OpenMP 5.2,
 * 11.5).
 */
//@ expect: none
//@ twin: gaspi_queues_of_blocks_race.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#define SEGMENT 0
#define MOST_BLOCKS 64

#define TRY(call)                                                         \
    do {                                                                  \
        if ((call) != GASPI_SUCCESS) {                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #call);    \
            exit(EXIT_FAILURE);                                           \
        }                                                                 \
    } while (0)

struct vector {
    gaspi_rank_t me, all, right;
    int blocks, length, queues;
    double *outgoing; /* first half of the segment */
    double *incoming; /* second half */
};

static gaspi_offset_t outgoing_at(const struct vector *v, int block)
{
    return (gaspi_offset_t)block * v->length * sizeof(double);
}

static gaspi_offset_t incoming_at(const struct vector *v, int block)
{
    return (gaspi_offset_t)(v->blocks + block) * v->length * sizeof(double);
}

static void vector_create(struct vector *v, int blocks, int length, int queues)
{
    gaspi_size_t bytes = (gaspi_size_t)2 * blocks * length * sizeof(double);
    gaspi_pointer_t base;

    v->blocks = blocks;
    v->length = length;
    v->queues = queues;
    TRY(gaspi_proc_rank(&v->me));
    TRY(gaspi_proc_num(&v->all));
    v->right = (gaspi_rank_t)((v->me + 1) % v->all);
    TRY(gaspi_segment_create(SEGMENT, bytes, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    TRY(gaspi_segment_ptr(SEGMENT, &base));
    v->outgoing = base;
    v->incoming = v->outgoing + (size_t)blocks * length;
}

static void fill(struct vector *v, int step, int block)
{
    double *cells = v->outgoing + (size_t)block * v->length;

    for (int i = 0; i < v->length; i++)
        cells[i] = v->me + step + 0.001 * i;
}

static void send_block(const struct vector *v, int block)
{
    TRY(gaspi_write_notify(SEGMENT, outgoing_at(v, block), v->right, SEGMENT, incoming_at(v, block), v->length * sizeof(double),
                           (gaspi_notification_id_t)block, 1, (gaspi_queue_id_t)(block % v->queues), GASPI_BLOCK));
}

static void await_block(int block)
{
    gaspi_notification_id_t id;
    gaspi_notification_t value;

    TRY(gaspi_notify_waitsome(SEGMENT, (gaspi_notification_id_t)block, 1, &id, GASPI_BLOCK));
    TRY(gaspi_notify_reset(SEGMENT, id, &value));
}

static double use_block(const struct vector *v, int block)
{
    const double *cells = v->incoming + (size_t)block * v->length;
    double sum = 0.0;

    for (int i = 0; i < v->length; i++)
        sum += cells[i];
    return sum;
}

static double run(struct vector *v, int steps)
{
    double total = 0.0;

    #pragma omp parallel
    for (int step = 0; step < steps; step++) {
        #pragma omp for
        for (int block = 0; block < v->blocks; block++)
            fill(v, step, block);
        #pragma omp single
        TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        #pragma omp for
        for (int block = 0; block < v->blocks; block++)
            send_block(v, block);
        #pragma omp for
        for (int queue = 0; queue < v->queues; queue++)
            TRY(gaspi_wait((gaspi_queue_id_t)queue, GASPI_BLOCK));
        #pragma omp for reduction(+ : total)
        for (int block = 0; block < v->blocks; block++) {
            await_block(block);
            total += use_block(v, block);
        }
    }
    return total;
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 16;
    int length = argc > 2 ? atoi(argv[2]) : 1024;
    int steps = argc > 3 ? atoi(argv[3]) : 10;
    gaspi_number_t queues;
    struct vector vector;

    TRY(gaspi_proc_init(GASPI_BLOCK));
    if (blocks < 1 || blocks > MOST_BLOCKS || length < 1 || length > 1 << 20 || steps < 1) {
        fprintf(stderr, "usage: blocks [blocks 1..%d] [length] [steps]\n", MOST_BLOCKS);
        exit(EXIT_FAILURE);
    }
    TRY(gaspi_queue_num(&queues));
    vector_create(&vector, blocks, length, queues > 4 ? 4 : (int)queues);
    double total = run(&vector, steps);
    TRY(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    printf("process %d: %g\n", (int)vector.me, total);
    TRY(gaspi_segment_delete(SEGMENT));
    TRY(gaspi_proc_term(GASPI_BLOCK));
    return EXIT_SUCCESS;
}
