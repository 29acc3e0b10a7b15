#ifndef GRAPH_H
#define GRAPH_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_MPI(call)                                                                                                \
    do {                                                                                                               \
        int status_ = (call);                                                                                          \
        if (status_ != MPI_SUCCESS) {                                                                                  \
            fprintf(stderr, "%s:%d: %s failed: %d\n", __FILE__, __LINE__, #call, status_);                             \
            MPI_Abort(MPI_COMM_WORLD, status_);                                                                        \
        }                                                                                                              \
    } while (0)
#define CHECK_MEMORY(pointer)                                                                                          \
    do {                                                                                                               \
        if ((pointer) == NULL) {                                                                                       \
            fprintf(stderr, "%s:%d: out of memory\n", __FILE__, __LINE__);                                             \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                                              \
        }                                                                                                              \
    } while (0)

/* Vertices are dealt out in blocks; the edges of the own ones are in compressed rows. */
typedef struct {
    MPI_Comm comm;
    int rank;
    int size;
    int64_t vertices;
    int64_t block; /* vertices of a process, the last may have fewer */
    int64_t first;
    int64_t local;
    int64_t *row;
    int64_t *column;
} Graph;

void graph_generate(Graph *graph, int64_t vertices, int degree, uint64_t seed, MPI_Comm comm);
void graph_free(Graph *graph);

static inline int graph_owner(const Graph *graph, int64_t vertex)
{
    return (int)(vertex / graph->block);
}

/* What is told to the owner of a vertex: where it was reached from. */
typedef struct {
    int64_t vertex;
    int64_t parent;
} Visit;

/* Visits are collected for each owner and put into its inbox, in places that are drawn from a counter there. */
typedef struct {
    const Graph *graph;
    MPI_Win inbox_win;
    MPI_Win count_win;
    Visit *inbox;
    long *count;
    long capacity;
    int batch;
    Visit *buffers; /* batch visits for each process */
    int *filled;
    long batches;
} Frontier;

void frontier_create(Frontier *frontier, const Graph *graph, long capacity, int batch);
void frontier_free(Frontier *frontier);
void frontier_add(Frontier *frontier, int64_t vertex, int64_t parent);
/* Sends what is left and waits until all have done so. Returns the number of visits in the inbox. */
long frontier_exchange(Frontier *frontier);
/* The inbox may be filled again; returns the sum of `next` over all processes. */
long frontier_turn(Frontier *frontier, long next);

#endif
