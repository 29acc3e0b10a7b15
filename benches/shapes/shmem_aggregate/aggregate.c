#include "aggregate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int aggregator_create(Aggregator *aggregator, long batch, long capacity, UpdateHandler handler, void *context)
{
    memset(aggregator, 0, sizeof *aggregator);
    aggregator->me = shmem_my_pe();
    aggregator->npes = shmem_n_pes();
    aggregator->batch = batch;
    aggregator->capacity = capacity;
    aggregator->handler = handler;
    aggregator->context = context;
    aggregator->buffers = malloc((size_t)aggregator->npes * (size_t)batch * sizeof(Update));
    aggregator->filled = calloc((size_t)aggregator->npes, sizeof(long));
    aggregator->inbox = shmem_malloc((size_t)capacity * sizeof(Update));
    aggregator->reserved = shmem_calloc(1, sizeof(long));
    if (aggregator->buffers == NULL || aggregator->filled == NULL || aggregator->inbox == NULL ||
        aggregator->reserved == NULL) {
        return -1;
    }
    /* A context of its own, so that the program's operations and those of the library do not wait for each other. */
    return shmem_ctx_create(0, &aggregator->ctx);
}

void aggregator_destroy(Aggregator *aggregator)
{
    shmem_ctx_destroy(aggregator->ctx);
    shmem_free(aggregator->reserved);
    shmem_free(aggregator->inbox);
    free(aggregator->filled);
    free(aggregator->buffers);
}

static void ship(Aggregator *aggregator, int pe)
{
    const long count = aggregator->filled[pe];
    long place;

    if (count == 0) {
        return;
    }
    place = shmem_ctx_long_atomic_fetch_add(aggregator->ctx, aggregator->reserved, count, pe);
    if (place + count > aggregator->capacity) {
        fprintf(stderr, "PE %d: inbox of PE %d is full\n", aggregator->me, pe);
        shmem_global_exit(3);
    }
    shmem_ctx_putmem(aggregator->ctx, &aggregator->inbox[place], &aggregator->buffers[(size_t)pe * (size_t)aggregator->batch], (size_t)count * sizeof(Update), pe); //@ PUT
    aggregator->filled[pe] = 0;
    aggregator->shipped += count;
    aggregator->batches++;
}

void aggregator_push(Aggregator *aggregator, int pe, uint32_t index, uint32_t weight)
{
    Update *update = &aggregator->buffers[(size_t)pe * (size_t)aggregator->batch + (size_t)aggregator->filled[pe]];

    update->index = index;
    update->weight = weight;
    if (++aggregator->filled[pe] == aggregator->batch) {
        ship(aggregator, pe);
    }
}

static void drain(Aggregator *aggregator)
{
    const long count = *aggregator->reserved;

    for (long i = 0; i < count; i++) {
        const Update update = aggregator->inbox[i]; //@ LOAD

        aggregator->handler(aggregator->context, &update);
    }
    aggregator->received += count;
    *aggregator->reserved = 0;
}

void aggregator_finish(Aggregator *aggregator)
{
    for (int step = 0; step < aggregator->npes; step++) {
        ship(aggregator, (aggregator->me + step) % aggregator->npes);
    }
#ifdef RACY
    shmem_barrier_all();
    shmem_ctx_quiet(aggregator->ctx);
#else
    shmem_ctx_quiet(aggregator->ctx);
    shmem_barrier_all();
#endif
    drain(aggregator);
    shmem_barrier_all();
}
