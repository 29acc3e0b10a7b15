#include "graph.h"
#include <string.h>

static uint64_t scramble(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static int64_t other_end(const Graph *graph, int64_t vertex, int edge, uint64_t seed)
{
    const uint64_t random = scramble(seed ^ (uint64_t)(vertex * 64 + edge));

    if (edge == 0) {
        /* A path, so that the graph is connected. */
        return (vertex + 1) % graph->vertices;
    }
    return (int64_t)(random % (uint64_t)graph->vertices);
}

/* Every process generates all edges and keeps the ends that it owns. */
void graph_generate(Graph *graph, int64_t vertices, int degree, uint64_t seed, MPI_Comm comm)
{
    int64_t *fill;

    graph->comm = comm;
    CHECK_MPI(MPI_Comm_rank(comm, &graph->rank));
    CHECK_MPI(MPI_Comm_size(comm, &graph->size));
    graph->vertices = vertices;
    graph->block = (vertices + graph->size - 1) / graph->size;
    graph->first = graph->block * graph->rank;
    graph->local = vertices - graph->first;
    if (graph->local > graph->block) {
        graph->local = graph->block;
    }
    if (graph->local < 0) {
        graph->local = 0;
    }

    graph->row = calloc((size_t)graph->local + 1, sizeof *graph->row);
    fill = calloc((size_t)graph->local + 1, sizeof *fill);
    CHECK_MEMORY(graph->row);
    CHECK_MEMORY(fill);
    for (int64_t v = 0; v < vertices; v++) {
        for (int e = 0; e < degree; e++) {
            const int64_t w = other_end(graph, v, e, seed);

            if (graph_owner(graph, v) == graph->rank) {
                graph->row[v - graph->first + 1]++;
            }
            if (graph_owner(graph, w) == graph->rank) {
                graph->row[w - graph->first + 1]++;
            }
        }
    }
    for (int64_t i = 0; i < graph->local; i++) {
        graph->row[i + 1] += graph->row[i];
        fill[i] = graph->row[i];
    }
    graph->column = malloc((size_t)(graph->row[graph->local] + 1) * sizeof *graph->column);
    CHECK_MEMORY(graph->column);
    for (int64_t v = 0; v < vertices; v++) {
        for (int e = 0; e < degree; e++) {
            const int64_t w = other_end(graph, v, e, seed);

            if (graph_owner(graph, v) == graph->rank) {
                graph->column[fill[v - graph->first]++] = w;
            }
            if (graph_owner(graph, w) == graph->rank) {
                graph->column[fill[w - graph->first]++] = v;
            }
        }
    }
    free(fill);
}

void graph_free(Graph *graph)
{
    free(graph->column);
    free(graph->row);
    graph->column = NULL;
    graph->row = NULL;
}
