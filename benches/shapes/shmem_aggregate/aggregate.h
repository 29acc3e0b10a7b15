/* A library that collects small updates for other PEs and ships them in batches. */
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include <shmem.h>
#include <stdint.h>

typedef struct {
    uint32_t index;
    uint32_t weight;
} Update;

typedef void (*UpdateHandler)(void *context, const Update *update);

typedef struct {
    int me;
    int npes;
    shmem_ctx_t ctx;
    long batch;       /* updates in a buffer */
    long capacity;    /* updates in an inbox */
    Update *buffers;  /* [npes][batch], private */
    long *filled;     /* [npes], private */
    Update *inbox;    /* [capacity], symmetric */
    long *reserved;   /* one number, symmetric: how much of the inbox is given away */
    UpdateHandler handler;
    void *context;
    long shipped;
    long batches;
    long received;
} Aggregator;

/* Collective. Each inbox must be able to take what comes in one superstep. */
int aggregator_create(Aggregator *aggregator, long batch, long capacity, UpdateHandler handler, void *context);
void aggregator_destroy(Aggregator *aggregator);

/* Sends an update to a PE, at some time before the end of the superstep. */
void aggregator_push(Aggregator *aggregator, int pe, uint32_t index, uint32_t weight);

/* Collective: ends a superstep. The handler has seen all updates for this PE at return. */
void aggregator_finish(Aggregator *aggregator);

#endif
