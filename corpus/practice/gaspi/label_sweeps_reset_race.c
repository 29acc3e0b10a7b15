/*
 * Connected components by labels: vertices are spread over all processes, and in each sweep every process writes the labels of its
 * vertices to all others, with its rank as the notification, then takes the smaller label along each of its edges. The number of sweeps
 * is an option.
 *
 * The race: the notification is not taken back. In the second sweep gaspi_notify_waitsome finds the one of the first at once (GASPI 17.1,
 * 8.3.3), and rank 1 reads the labels of rank 0 while they are written: `count` ints on rank 1. From then on nobody knows that the labels of a
 * sweep have arrived, and those of the next are written into the same place: the writes meet too (three sweeps or more).
 */
//@ expect: error RMA201 WRITE LOAD
//@ expect: error RMA203 WRITE WRITE
//@ twin: label_sweeps_reset_ok.c
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GASPI(call)                                                                                                    \
    do {                                                                                                               \
        const gaspi_return_t ret_ = gaspi_##call;                                                                      \
        if (ret_ != GASPI_SUCCESS) {                                                                                   \
            fprintf(stderr, "gaspi_%s: %d (line %d)\n", #call, (int)ret_, __LINE__);                                   \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

typedef struct {
    int from; /* own vertex, local number */
    int to;   /* any vertex, global number */
} Edge;

typedef struct {
    gaspi_rank_t rank;
    gaspi_rank_t num;
    int count;     /* vertices of a process */
    int edges;
    Edge *edge;
    int *label;    /* segment 0: labels of all vertices, own and copies of the others' */
    int *before;   /* private: all labels at the start of a sweep */
} Graph;

static void graph_create(Graph *graph, int count, int degree)
{
    gaspi_pointer_t pointer;
    unsigned state;

    GASPI(proc_rank(&graph->rank));
    GASPI(proc_num(&graph->num));
    graph->count = count;
    graph->edges = count * degree;
    GASPI(segment_create(0, (gaspi_size_t)count * graph->num * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    GASPI(segment_ptr(0, &pointer));
    graph->label = pointer;
    graph->edge = malloc((size_t)graph->edges * sizeof(Edge));
    graph->before = malloc((size_t)count * graph->num * sizeof(int));
    if (graph->edge == NULL || graph->before == NULL)
        exit(EXIT_FAILURE);
    state = 99u + graph->rank;
    for (int e = 0; e < graph->edges; e++) {
        state = state * 1103515245u + 12345u;
        graph->edge[e].from = e / degree;
        graph->edge[e].to = (int)((state >> 8) % (unsigned)(count * graph->num));
    }
    for (int i = 0; i < count; i++)
        graph->label[graph->rank * count + i] = graph->rank * count + i;
}

static void graph_delete(Graph *graph)
{
    free(graph->before);
    free(graph->edge);
    GASPI(segment_delete(0));
    graph->label = NULL;
}

static void send_labels(const Graph *graph)
{
    const gaspi_size_t size = (gaspi_size_t)graph->count * sizeof(int);
    const gaspi_offset_t mine = graph->rank * size;

    for (int step = 1; step < graph->num; step++) {
        const gaspi_rank_t peer = (gaspi_rank_t)((graph->rank + step) % graph->num);

        GASPI(write_notify(0, mine, peer, 0, mine, size, graph->rank, 1, 0, GASPI_BLOCK)); //@ WRITE
    }
}

static void receive_labels(const Graph *graph)
{
    for (int step = 1; step < graph->num; step++) {
        const gaspi_rank_t peer = (gaspi_rank_t)((graph->rank + graph->num - step) % graph->num);
        gaspi_notification_id_t id;

        GASPI(notify_waitsome(0, peer, 1, &id, GASPI_BLOCK));
    }
}

/* Own vertices take the smallest label of their neighbours, all of them as they were at the start of the sweep. */
static int relax(Graph *graph)
{
    int *own = graph->label + graph->rank * graph->count;
    int changes = 0;

    for (int i = 0; i < graph->count * graph->num; i++)
        graph->before[i] = graph->label[i]; //@ LOAD
    GASPI(wait(0, GASPI_BLOCK));
    for (int e = 0; e < graph->edges; e++) {
        const Edge *edge = &graph->edge[e];
        const int other = graph->before[edge->to];

        if (other < own[edge->from]) {
            own[edge->from] = other;
            changes++;
        }
    }
    return changes;
}

static int sweep(Graph *graph)
{
    send_labels(graph);
    receive_labels(graph);
    const int changes = relax(graph);
    GASPI(barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    return changes;
}

int main(int argc, char **argv)
{
    int count = 1000, degree = 2, sweeps = 12, changes = 0, all = 0;
    Graph graph;

    GASPI(proc_init(GASPI_BLOCK));
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--count=", 8) == 0)
            count = atoi(argv[i] + 8);
        else if (strncmp(argv[i], "--degree=", 9) == 0)
            degree = atoi(argv[i] + 9);
        else if (strncmp(argv[i], "--sweeps=", 9) == 0)
            sweeps = atoi(argv[i] + 9);
    }
    if (count < 1 || count > 1 << 20 || degree < 1 || degree > 64 || sweeps < 3) {
        fprintf(stderr, "usage: %s [--count=n] [--degree=n] [--sweeps=n]\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    graph_create(&graph, count, degree);

    for (int s = 0; s < sweeps; s++)
        changes = sweep(&graph);

    GASPI(allreduce(&changes, &all, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (graph.rank == 0)
        printf("%d vertices, %d changes in the last of %d sweeps\n", count * graph.num, all, sweeps);

    graph_delete(&graph);
    GASPI(proc_term(GASPI_BLOCK));
    return 0;
}
