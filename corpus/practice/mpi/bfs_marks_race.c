/* Breadth-first search by levels over a graph whose vertices are dealt out in blocks. Edges are computed from the number
 * of a vertex. The owner of a new vertex marks its neighbours at their owners with MPI_Accumulate between two fences;
 * then each process looks through its marks for vertices that it has not seen yet.
 *
 * usage: bfs_marks [log2 of the vertices [root]]
 *
 * Race: whether anything is left is asked in every fourth level only, to save reductions. Run: two processes; behind the fence
 * of the first level rank 0 has looked through its marks and marks a neighbour of a new vertex at rank 1, which still
 * looks through its own (4 bytes of that vertex). Nothing orders the two: both follow the same fence. Which vertices
 * are new, and so whether there is an accumulate, comes out of window memory that others wrote, hence a warning.
 */
//@ expect: warning RMA301 MARK LOOK -- from 2 processes
//@ twin: bfs_marks_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

enum { DEGREE = 4, ASK_EVERY = 4, MOST_LEVELS = 1000 };

struct graph {
    long vertices;
    long block;
    long first;
    long own;
    int rank;
    int size;
    MPI_Comm comm;
};

struct search {
    const struct graph *graph;
    MPI_Win win;
    int *marks;
    int *level;
    long *list;
    long found;
};

static const int one = 1;

static long neighbour(const struct graph *graph, long vertex, int edge)
{
    switch (edge) {
    case 0:
        return (vertex + 1) % graph->vertices;
    case 1:
        return (vertex * 2) % graph->vertices;
    case 2:
        return (vertex * 3 + 7) % graph->vertices;
    default:
        return (vertex + graph->vertices / 2) % graph->vertices;
    }
}

static void graph_deal(struct graph *graph, long vertices, MPI_Comm comm)
{
    graph->comm = comm;
    graph->vertices = vertices;
    MPI_Comm_rank(comm, &graph->rank);
    MPI_Comm_size(comm, &graph->size);
    graph->block = (vertices + graph->size - 1) / graph->size;
    graph->first = graph->block * graph->rank;
    graph->own = vertices - graph->first;
    if (graph->own > graph->block)
        graph->own = graph->block;
    if (graph->own < 0)
        graph->own = 0;
}

static void search_create(struct search *search, const struct graph *graph)
{
    search->graph = graph;
    search->marks = allocate((size_t)graph->block, sizeof(int));
    search->level = allocate((size_t)graph->block, sizeof(int));
    search->list = allocate((size_t)graph->block, sizeof(long));
    search->found = 0;
    for (long i = 0; i < graph->block; i++)
        search->level[i] = -1;
    MPI_Win_create(search->marks, graph->block * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, graph->comm,
                   &search->win);
}

static void search_destroy(struct search *search)
{
    MPI_Win_free(&search->win);
    free(search->marks);
    free(search->level);
    free(search->list);
}

static void mark(struct search *search, long vertex)
{
    const int owner = (int)(vertex / search->graph->block);

    MPI_Accumulate(&one, 1, MPI_INT, owner, vertex % search->graph->block, 1, MPI_INT, MPI_MAX, search->win); //@ MARK
}

/* Marks the neighbours of all vertices that the last level has found. */
static void expand(struct search *search)
{
    for (long i = 0; i < search->found; i++)
        for (int edge = 0; edge < DEGREE; edge++)
            mark(search, neighbour(search->graph, search->graph->first + search->list[i], edge));
}

/* Makes a list of the marked vertices that are new. */
static void collect(struct search *search, int level)
{
    search->found = 0;
    for (long i = 0; i < search->graph->own; i++) {
        if (search->level[i] >= 0)
            continue;
        if (search->marks[i] != 0) { //@ LOOK
            search->level[i] = level;
            search->list[search->found++] = i;
        }
    }
}

static int run(struct search *search, long root)
{
    const struct graph *graph = search->graph;
    int level = 0;

    if (root >= graph->first && root < graph->first + graph->own) {
        search->level[root - graph->first] = 0;
        search->list[search->found++] = root - graph->first;
    }
    MPI_Win_fence(0, search->win);
    while (level < MOST_LEVELS) {
        expand(search);
        MPI_Win_fence(0, search->win);
        level++;
        collect(search, level);
        if (level % ASK_EVERY == 0) {
            long left = search->found;

            MPI_Allreduce(MPI_IN_PLACE, &left, 1, MPI_LONG, MPI_SUM, graph->comm);
            if (left == 0)
                break;
        }
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, search->win);
    return level;
}

int main(int argc, char **argv)
{
    struct graph graph;
    struct search search;
    long reached = 0, all = 0, root;
    int bits, levels;
    double start;

    MPI_Init(&argc, &argv);
    bits = argc > 1 ? atoi(argv[1]) : 12;
    root = argc > 2 ? atol(argv[2]) : 0;
    if (bits < 4 || bits > 24 || root < 0 || root >= 1L << bits)
        die("usage: bfs_marks [4 to 24 [root]]");
    graph_deal(&graph, 1L << bits, MPI_COMM_WORLD);
    search_create(&search, &graph);

    start = MPI_Wtime();
    levels = run(&search, root);
    start = MPI_Wtime() - start;

    for (long i = 0; i < graph.own; i++)
        reached += search.level[i] >= 0;
    MPI_Reduce(&reached, &all, 1, MPI_LONG, MPI_SUM, 0, graph.comm);
    if (graph.rank == 0)
        printf("%ld of %ld vertices in %d levels, %.3f s\n", all, graph.vertices, levels, start);
    search_destroy(&search);
    MPI_Finalize();
    return 0;
}
