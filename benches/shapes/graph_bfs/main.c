/* Breadth-first search over a graph whose vertices are dealt out to the processes.
 *
 * In each level a process goes through its part of the frontier and tells the owner of each neighbour about the visit. Visits are
 * collected in a buffer for each owner; a full one is put into the inbox of the owner, in places that are reserved by
 * MPI_Fetch_and_op on a counter there. When all have sent their last buffers, each goes through its inbox, and the vertices that
 * were not visited before are the next frontier.
 *
 * Race-free: places in an inbox are drawn from a counter and are disjoint (MPI 4.1, 12.3.4). Puts are complete at the target
 * (MPI_Win_flush_all, 12.5.4) before the barrier, behind which the owner reads its inbox and its counter. The
 * owner clears the counter before the MPI_Allreduce that ends the level, which orders all before all; the
 * next reservations come behind it. A send buffer is used again behind a local flush. The counter is first set before
 * MPI_Win_create; operations on a window come after that call of the target.
 *
 * -DRACY: the counter is cleared behind the MPI_Allreduce. Another process may be in the next level already and reserve
 * places; the store meets its MPI_Fetch_and_op. That there is a next level is known at run time only, by the sum
 * that the search goes on with, but from the first level on it is always so.
 */
//@ expect: warning RMA301 RESERVE RESET -- with -DRACY only; none without
#include "graph.h"
#include <getopt.h>
#include <string.h>

typedef struct {
    int scale;
    int degree;
    int searches;
    int batch;
    uint64_t seed;
} Options;

typedef struct {
    int64_t *parent;
    int32_t *level;
    int64_t *frontier;
    int64_t *next;
} Search;

static int parse(int argc, char **argv, Options *options)
{
    int option;

    options->scale = 11;
    options->degree = 4;
    options->searches = 3;
    options->batch = 64;
    options->seed = 271828;
    while ((option = getopt(argc, argv, "s:d:n:b:r:")) != -1) {
        switch (option) {
        case 's':
            options->scale = atoi(optarg);
            break;
        case 'd':
            options->degree = atoi(optarg);
            break;
        case 'n':
            options->searches = atoi(optarg);
            break;
        case 'b':
            options->batch = atoi(optarg);
            break;
        case 'r':
            options->seed = strtoull(optarg, NULL, 10);
            break;
        default:
            fprintf(stderr, "usage: %s [-s scale] [-d degree] [-n searches] [-b batch] [-r seed]\n", argv[0]);
            return -1;
        }
    }
    if (options->scale < 2 || options->scale > 30 || options->degree < 1 || options->searches < 1 ||
        options->batch < 1) {
        return -1;
    }
    return 0;
}

static void search_create(Search *search, const Graph *graph)
{
    const size_t count = (size_t)graph->local + 1;

    search->parent = malloc(count * sizeof *search->parent);
    search->level = malloc(count * sizeof *search->level);
    search->frontier = malloc(count * sizeof *search->frontier);
    search->next = malloc(count * sizeof *search->next);
    CHECK_MEMORY(search->parent);
    CHECK_MEMORY(search->level);
    CHECK_MEMORY(search->frontier);
    CHECK_MEMORY(search->next);
}

static void search_free(Search *search)
{
    free(search->next);
    free(search->frontier);
    free(search->level);
    free(search->parent);
}

static long take_visits(Search *search, const Graph *graph, const Visit *visits, long count, int level)
{
    long found = 0;

    for (long i = 0; i < count; i++) {
        const int64_t local = visits[i].vertex - graph->first;

        if (local < 0 || local >= graph->local) {
            fprintf(stderr, "rank %d: vertex %lld is not mine\n", graph->rank, (long long)visits[i].vertex);
            MPI_Abort(graph->comm, 6);
        }
        if (search->level[local] < 0) {
            search->level[local] = level;
            search->parent[local] = visits[i].parent;
            search->next[found++] = visits[i].vertex;
        }
    }
    return found;
}

static int64_t search_run(Search *search, const Graph *graph, Frontier *frontier, int64_t root, int *levels)
{
    long mine = 0;
    long all = 1;
    int64_t visited = 1;
    int level = 0;

    for (int64_t i = 0; i < graph->local; i++) {
        search->parent[i] = -1;
        search->level[i] = -1;
    }
    if (graph_owner(graph, root) == graph->rank) {
        search->parent[root - graph->first] = root;
        search->level[root - graph->first] = 0;
        search->frontier[mine++] = root;
    }

    while (all > 0) {
        int64_t *swap;
        long arrived;
        long found;

        level++;
        for (long i = 0; i < mine; i++) {
            const int64_t vertex = search->frontier[i];
            const int64_t local = vertex - graph->first;

            for (int64_t edge = graph->row[local]; edge < graph->row[local + 1]; edge++) {
                frontier_add(frontier, graph->column[edge], vertex);
            }
        }
        arrived = frontier_exchange(frontier);
        found = take_visits(search, graph, frontier->inbox, arrived, level);
        all = frontier_turn(frontier, found);

        visited += all;
        mine = found;
        swap = search->frontier;
        search->frontier = search->next;
        search->next = swap;
    }
    *levels = level;
    return visited;
}

/* The ends of an edge are at most one level apart, and a parent is one level above. Levels of all are gathered for that. */
static long verify(const Search *search, const Graph *graph, int64_t root)
{
    int32_t *level = malloc((size_t)(graph->block * graph->size) * sizeof *level);
    int32_t *mine = malloc((size_t)graph->block * sizeof *mine);
    long errors = 0;

    CHECK_MEMORY(level);
    CHECK_MEMORY(mine);
    for (int64_t i = 0; i < graph->block; i++) {
        mine[i] = i < graph->local ? search->level[i] : -1;
    }
    CHECK_MPI(MPI_Allgather(mine, (int)graph->block, MPI_INT32_T, level, (int)graph->block, MPI_INT32_T, graph->comm));
    for (int64_t i = 0; i < graph->local; i++) {
        const int64_t vertex = graph->first + i;

        if (vertex == root) {
            errors += level[vertex] != 0 || search->parent[i] != root;
        } else {
            errors += level[vertex] < 1 || level[vertex] != level[search->parent[i]] + 1;
        }
        for (int64_t edge = graph->row[i]; edge < graph->row[i + 1]; edge++) {
            const int apart = level[vertex] - level[graph->column[edge]];

            errors += apart < -1 || apart > 1;
        }
    }
    free(mine);
    free(level);
    CHECK_MPI(MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_LONG, MPI_SUM, graph->comm));
    return errors;
}

int main(int argc, char **argv)
{
    Options options;
    Graph graph;
    Frontier frontier;
    Search search;
    long failed = 0;
    double total = 0.0;

    MPI_Init(&argc, &argv);
    if (parse(argc, argv, &options) != 0) {
        MPI_Finalize();
        return 1;
    }
    graph_generate(&graph, INT64_C(1) << options.scale, options.degree, options.seed, MPI_COMM_WORLD);
    frontier_create(&frontier, &graph, (long)graph.vertices * options.degree * 2, options.batch);
    search_create(&search, &graph);

    for (int i = 0; i < options.searches; i++) {
        const int64_t root = (int64_t)(((uint64_t)i * 7919u + 13u) % (uint64_t)graph.vertices);
        int levels = 0;
        int64_t visited;
        long errors;
        double seconds;

        CHECK_MPI(MPI_Barrier(graph.comm));
        seconds = MPI_Wtime();
        visited = search_run(&search, &graph, &frontier, root, &levels);
        seconds = MPI_Wtime() - seconds;
        total += seconds;

        errors = verify(&search, &graph, root) + (visited != graph.vertices);
        if (graph.rank == 0) {
            printf("root %lld: %lld vertices, %d levels, %.4f s, %ld errors\n", (long long)root, (long long)visited,
                   levels, seconds, errors);
        }
        failed += errors;
    }
    if (graph.rank == 0) {
        printf("%ld batches of process 0, %.4f s: %s\n", frontier.batches, total, failed == 0 ? "ok" : "FAILED");
    }
    search_free(&search);
    frontier_free(&frontier);
    graph_free(&graph);
    MPI_Finalize();
    return failed != 0;
}
