#include "graph.h"

void frontier_create(Frontier *frontier, const Graph *graph, long capacity, int batch)
{
    frontier->graph = graph;
    frontier->capacity = capacity;
    frontier->batch = batch;
    frontier->batches = 0;
    frontier->buffers = malloc((size_t)graph->size * (size_t)batch * sizeof(Visit));
    frontier->filled = calloc((size_t)graph->size, sizeof(int));
    CHECK_MEMORY(frontier->buffers);
    CHECK_MEMORY(frontier->filled);
    CHECK_MPI(MPI_Alloc_mem((MPI_Aint)capacity * (MPI_Aint)sizeof(Visit), MPI_INFO_NULL, &frontier->inbox));
    CHECK_MPI(MPI_Alloc_mem(sizeof(long), MPI_INFO_NULL, &frontier->count));
    *frontier->count = 0;
    CHECK_MPI(MPI_Win_create(frontier->inbox, (MPI_Aint)capacity * (MPI_Aint)sizeof(Visit), sizeof(Visit),
                             MPI_INFO_NULL, graph->comm, &frontier->inbox_win));
    CHECK_MPI(MPI_Win_create(frontier->count, sizeof(long), sizeof(long), MPI_INFO_NULL, graph->comm,
                             &frontier->count_win));
    CHECK_MPI(MPI_Win_lock_all(0, frontier->inbox_win));
    CHECK_MPI(MPI_Win_lock_all(0, frontier->count_win));
}

void frontier_free(Frontier *frontier)
{
    CHECK_MPI(MPI_Win_unlock_all(frontier->count_win));
    CHECK_MPI(MPI_Win_unlock_all(frontier->inbox_win));
    CHECK_MPI(MPI_Win_free(&frontier->count_win));
    CHECK_MPI(MPI_Win_free(&frontier->inbox_win));
    CHECK_MPI(MPI_Free_mem(frontier->count));
    CHECK_MPI(MPI_Free_mem(frontier->inbox));
    free(frontier->filled);
    free(frontier->buffers);
}

static void send_batch(Frontier *frontier, int to)
{
    const long visits = frontier->filled[to];
    const int words = (int)visits * 2;
    long place = 0;

    if (visits == 0) {
        return;
    }
    CHECK_MPI(MPI_Fetch_and_op(&visits, &place, MPI_LONG, to, 0, MPI_SUM, frontier->count_win)); //@ RESERVE
    CHECK_MPI(MPI_Win_flush(to, frontier->count_win));
    if (place + visits > frontier->capacity) {
        fprintf(stderr, "inbox of %d is full\n", to);
        MPI_Abort(frontier->graph->comm, 5);
    }
    CHECK_MPI(MPI_Put(&frontier->buffers[(long)to * frontier->batch], words, MPI_INT64_T, to, place, words,
                      MPI_INT64_T, frontier->inbox_win));
    CHECK_MPI(MPI_Win_flush_local(to, frontier->inbox_win));
    frontier->filled[to] = 0;
    frontier->batches++;
}

void frontier_add(Frontier *frontier, int64_t vertex, int64_t parent)
{
    const int to = graph_owner(frontier->graph, vertex);
    Visit *visit = &frontier->buffers[(long)to * frontier->batch + frontier->filled[to]];

    visit->vertex = vertex;
    visit->parent = parent;
    if (++frontier->filled[to] == frontier->batch) {
        send_batch(frontier, to);
    }
}

long frontier_exchange(Frontier *frontier)
{
    for (int step = 0; step < frontier->graph->size; step++) {
        send_batch(frontier, (frontier->graph->rank + step) % frontier->graph->size);
    }
    CHECK_MPI(MPI_Win_flush_all(frontier->inbox_win));
    CHECK_MPI(MPI_Barrier(frontier->graph->comm));
    CHECK_MPI(MPI_Win_sync(frontier->inbox_win));
    CHECK_MPI(MPI_Win_sync(frontier->count_win));
    return *frontier->count;
}

long frontier_turn(Frontier *frontier, long next)
{
    long sum = 0;

#ifndef RACY
    *frontier->count = 0;
    CHECK_MPI(MPI_Win_sync(frontier->count_win));
#endif
    CHECK_MPI(MPI_Allreduce(&next, &sum, 1, MPI_LONG, MPI_SUM, frontier->graph->comm));
#ifdef RACY
    *frontier->count = 0; //@ RESET
    CHECK_MPI(MPI_Win_sync(frontier->count_win));
#endif
    return sum;
}
