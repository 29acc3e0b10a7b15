/*
 * Clusters of a graph whose vertices are dealt out to the processes: each vertex joins the cluster of its neighbours that gains most
 * modularity, again and again, until few move.
 *
 * The cluster of each own vertex stands in a window, and the total degree of each cluster in another one. A pass fetches the clusters of
 * the neighbours that others own (ghosts), and the degrees of all clusters that it may meet; decides for each own vertex in memory
 * of its own; takes the degree of those that move from one cluster to the other by accumulates; and stores the new clusters.
 *
 * Race-free: the gets of a pass are complete behind the flush (MPI 4.1, 12.5.4) before the barrier, behind which the owners store their new
 * clusters, and accumulates change the degrees. A second barrier, behind the flush of the accumulates and a sync of the stores,
 * ends the pass. Accumulates with one operation do not conflict.
 *
 * Under -DRACY the first of these barriers is missing: a process stores its new clusters (B) while another still gets them (A).
 */
//@ expect: error RMA201 A B
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALL(expression)                                                             \
    do {                                                                             \
        if ((expression) != MPI_SUCCESS) {                                           \
            fprintf(stderr, "line %d: %s did not succeed\n", __LINE__, #expression); \
            MPI_Abort(MPI_COMM_WORLD, 3);                                            \
        }                                                                            \
    } while (0)

struct graph {
    MPI_Comm comm;
    int rank, size;
    int block;       /* vertices of one process */
    long edges;      /* of all, each counted at both ends */
    int *start;      /* where the neighbours of each own vertex begin */
    int *neighbour;  /* global numbers */
    int *local;      /* the own number, or block + the number of the ghost */
    int ghosts;
    int *ghost;      /* global numbers, ascending */
};

struct state {
    MPI_Win cluster_win, degree_win;
    int *cluster;    /* of own vertices: the window */
    double *degree;  /* of the clusters that are numbered like own vertices: the window */
    int *seen;       /* clusters of own vertices and ghosts */
    double *weight;  /* degrees of those clusters */
    int *next;
    double *gain;    /* edges from a vertex to each cluster, by the position of one of its members */
    int *touched;
};

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);

    if (p == NULL) {
        fprintf(stderr, "no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    return p;
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

/* A vertex has neighbours in its own community most of the time; both ends find the same edges. */
static int has_edge(int a, int b, int community, int vertices)
{
    uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
    uint64_t draw = mix(low * (uint64_t)vertices + high) % 1000;

    return a != b && (a / community == b / community ? draw < 400 : draw < 4);
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

static int position(const int *sorted, int count, int wanted)
{
    int low = 0, high = count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void graph_make(struct graph *g, MPI_Comm comm, int block, int community)
{
    int vertices, first, found = 0, room = 0;
    long own;

    g->comm = comm;
    CALL(MPI_Comm_rank(comm, &g->rank));
    CALL(MPI_Comm_size(comm, &g->size));
    g->block = block;
    vertices = block * g->size;
    first = g->rank * block;
    g->start = memory((size_t)block + 1, sizeof *g->start);
    for (int pass = 0; pass < 2; pass++) {
        found = 0;
        for (int v = 0; v < block; v++) {
            g->start[v] = found;
            for (int u = 0; u < vertices; u++) {
                if (!has_edge(first + v, u, community, vertices))
                    continue;
                if (pass == 1)
                    g->neighbour[found] = u;
                found++;
            }
        }
        g->start[block] = found;
        if (pass == 0)
            g->neighbour = memory((size_t)found, sizeof *g->neighbour);
    }
    g->local = memory((size_t)found, sizeof *g->local);
    g->ghost = memory((size_t)found, sizeof *g->ghost);
    for (int e = 0; e < found; e++)
        if (g->neighbour[e] / block != g->rank)
            g->ghost[room++] = g->neighbour[e];
    qsort(g->ghost, (size_t)room, sizeof *g->ghost, compare);
    g->ghosts = 0;
    for (int i = 0; i < room; i++)
        if (i == 0 || g->ghost[i] != g->ghost[i - 1])
            g->ghost[g->ghosts++] = g->ghost[i];
    for (int e = 0; e < found; e++) {
        int owner = g->neighbour[e] / block;

        g->local[e] = owner == g->rank ? g->neighbour[e] - first : block + position(g->ghost, g->ghosts, g->neighbour[e]);
    }
    own = found;
    CALL(MPI_Allreduce(&own, &g->edges, 1, MPI_LONG, MPI_SUM, comm));
}

static void state_open(struct state *s, const struct graph *g)
{
    size_t all = (size_t)g->block + (size_t)g->ghosts;

    CALL(MPI_Win_allocate(g->block * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, g->comm, &s->cluster, &s->cluster_win));
    CALL(MPI_Win_allocate(g->block * (MPI_Aint)sizeof(double), sizeof(double), MPI_INFO_NULL, g->comm, &s->degree, &s->degree_win));
    s->seen = memory(all, sizeof *s->seen);
    s->weight = memory(all, sizeof *s->weight);
    s->next = memory((size_t)g->block, sizeof *s->next);
    s->gain = memory((size_t)g->block * (size_t)g->size, sizeof *s->gain);
    s->touched = memory(all, sizeof *s->touched);
    for (int v = 0; v < g->block; v++) {
        s->cluster[v] = g->rank * g->block + v;
        s->degree[v] = g->start[v + 1] - g->start[v];
    }
    CALL(MPI_Win_lock_all(MPI_MODE_NOCHECK, s->cluster_win));
    CALL(MPI_Win_lock_all(MPI_MODE_NOCHECK, s->degree_win));
    CALL(MPI_Win_sync(s->cluster_win));
    CALL(MPI_Win_sync(s->degree_win));
    CALL(MPI_Barrier(g->comm));
}

static void state_close(struct state *s)
{
    CALL(MPI_Win_unlock_all(s->degree_win));
    CALL(MPI_Win_unlock_all(s->cluster_win));
    CALL(MPI_Win_free(&s->degree_win));
    CALL(MPI_Win_free(&s->cluster_win));
    free(s->touched);
    free(s->gain);
    free(s->next);
    free(s->weight);
    free(s->seen);
}

/* The clusters of own vertices and ghosts, and their degrees. */
static void look_around(struct state *s, const struct graph *g)
{
    for (int v = 0; v < g->block; v++)
        s->seen[v] = s->cluster[v];
    for (int i = 0; i < g->ghosts; i++) {
        int owner = g->ghost[i] / g->block;

        CALL(MPI_Get(&s->seen[g->block + i], 1, MPI_INT, owner, g->ghost[i] % g->block, 1, MPI_INT, s->cluster_win)); //@ A
    }
    CALL(MPI_Win_flush_all(s->cluster_win));
    for (int i = 0; i < g->block + g->ghosts; i++) {
        int cluster = s->seen[i];

        CALL(MPI_Get(&s->weight[i], 1, MPI_DOUBLE, cluster / g->block, cluster % g->block, 1, MPI_DOUBLE, s->degree_win));
    }
    CALL(MPI_Win_flush_all(s->degree_win));
}

/* Where a vertex goes; `gain` is zero for all clusters before and after. */
static int best_cluster(struct state *s, const struct graph *g, int v, int keep)
{
    int count = 0, best = s->seen[v];
    double degree = g->start[v + 1] - g->start[v], edges = (double)g->edges, most = 0.0;

    for (int e = g->start[v]; e < g->start[v + 1]; e++) {
        int at = g->local[e], cluster = s->seen[at];

        if (s->gain[cluster] == 0.0)
            s->touched[count++] = at;
        s->gain[cluster] += 1.0;
    }
    most = s->gain[best] - degree * (s->weight[v] - degree) / edges + keep;
    for (int i = 0; i < count; i++) {
        int at = s->touched[i], cluster = s->seen[at];
        double gain = s->gain[cluster] - degree * s->weight[at] / edges;

        if (cluster != s->seen[v] && (gain > most || (gain == most && cluster < best))) {
            most = gain;
            best = cluster;
        }
    }
    for (int i = 0; i < count; i++)
        s->gain[s->seen[s->touched[i]]] = 0.0;
    return best;
}

static long move(struct state *s, const struct graph *g)
{
    long moved = 0;

    for (int v = 0; v < g->block; v++) {
        double degree = g->start[v + 1] - g->start[v];
        double change[2] = {-degree, degree};
        int from = s->seen[v], to = s->next[v];

        if (from == to)
            continue;
        CALL(MPI_Accumulate(&change[0], 1, MPI_DOUBLE, from / g->block, from % g->block, 1, MPI_DOUBLE, MPI_SUM, s->degree_win));
        CALL(MPI_Accumulate(&change[1], 1, MPI_DOUBLE, to / g->block, to % g->block, 1, MPI_DOUBLE, MPI_SUM, s->degree_win));
        CALL(MPI_Win_flush_local_all(s->degree_win));
        s->cluster[v] = to; //@ B
        moved++;
    }
    CALL(MPI_Win_flush_all(s->degree_win));
    CALL(MPI_Win_sync(s->cluster_win));
    return moved;
}

static double inside(const struct state *s, const struct graph *g)
{
    double own = 0.0, all = 0.0;

    for (int v = 0; v < g->block; v++)
        for (int e = g->start[v]; e < g->start[v + 1]; e++)
            own += s->seen[v] == s->seen[g->local[e]];
    CALL(MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, g->comm));
    return all / (double)g->edges;
}

int main(int argc, char **argv)
{
    struct graph g;
    struct state s;
    int block = 400, passes = 12, work = 1;
    double begin, first = 0.0, share = 0.0;
    long moved = 0;

    CALL(MPI_Init(&argc, &argv));
    if (argc > 1)
        block = atoi(argv[1]);
    if (argc > 2)
        passes = atoi(argv[2]);
    if (argc > 3)
        work = atoi(argv[3]);
    if (block < 20 || passes < 1 || work < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    graph_make(&g, MPI_COMM_WORLD, block, 20);
    state_open(&s, &g);
    begin = MPI_Wtime();
    for (int pass = 0; pass < passes; pass++) {
        long own;

        look_around(&s, &g);
        /* Half of the vertices at a time, so that neighbours do not change places for ever. */
        for (int again = 0; again < work; again++)
            for (int v = 0; v < g.block; v++)
                s.next[v] = (v + pass) % 2 ? s.seen[v] : best_cluster(&s, &g, v, 0);
#ifndef RACY
        CALL(MPI_Barrier(g.comm));
#endif
        own = move(&s, &g);
        CALL(MPI_Barrier(g.comm));
        CALL(MPI_Allreduce(&own, &moved, 1, MPI_LONG, MPI_SUM, g.comm));
        /* Of the clusters as they were in this pass. */
        share = inside(&s, &g);
        if (pass == 0)
            first = share;
    }
    if (g.rank == 0) {
        printf("%ld edges, inside of clusters %.3f, then %.3f; %ld moved last: %s\n", g.edges / 2, first, share, moved,
               share > first ? "ok" : "FAILED");
        printf("time %.4f s\n", MPI_Wtime() - begin);
    }
    state_close(&s);
    free(g.start);
    free(g.neighbour);
    free(g.local);
    free(g.ghost);
    CALL(MPI_Finalize());
    return share > first ? 0 : 1;
}
