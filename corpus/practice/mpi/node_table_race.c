/* Load figures of all processes, summed in two levels: on each node through a table in a shared window of the node's first
 * process (the leader), between the nodes by the leaders. Members put their figure into the table and all read the whole.
 *
 * usage: node_table [steps]
 *
 * Race: the broadcast of the total by the leader stands where the second barrier was. A broadcast orders its root before the
 * others only. Run: two processes on one node; rank 0 broadcasts the total, which need not wait for anybody, and puts its
 * figure of the next step into the table (8 bytes at 0) while rank 1 still reads that of this step, before its own
 * call of the broadcast. Ranks and node sizes only: an error.
 */
//@ expect: error RMA201 PUT READ -- from 2 processes on a node
//@ twin: node_table_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                     \
    do {                                                                                \
        int rc_ = (call);                                                               \
        if (rc_ != MPI_SUCCESS) {                                                       \
            fprintf(stderr, "%s:%d: %s failed (%d)\n", __FILE__, __LINE__, #call, rc_); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                               \
        }                                                                               \
    } while (0)

struct node {
    MPI_Comm world;
    MPI_Comm comm;    /* of the node */
    MPI_Comm leaders; /* MPI_COMM_NULL elsewhere */
    int world_rank, world_size;
    int rank, size; /* on the node */
    MPI_Win win;
    double *table; /* of the leader, one figure for each process of the node */
};

static void node_create(struct node *n, MPI_Comm world)
{
    MPI_Aint bytes;
    double *own;
    int unit;

    n->world = world;
    CHECK(MPI_Comm_rank(world, &n->world_rank));
    CHECK(MPI_Comm_size(world, &n->world_size));
    CHECK(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, n->world_rank, MPI_INFO_NULL, &n->comm));
    CHECK(MPI_Comm_rank(n->comm, &n->rank));
    CHECK(MPI_Comm_size(n->comm, &n->size));
    CHECK(MPI_Comm_split(world, n->rank == 0 ? 0 : MPI_UNDEFINED, n->world_rank, &n->leaders));

    bytes = n->rank == 0 ? n->size * (MPI_Aint)sizeof(double) : 0;
    CHECK(MPI_Win_allocate_shared(bytes, sizeof(double), MPI_INFO_NULL, n->comm, &own, &n->win));
    CHECK(MPI_Win_shared_query(n->win, 0, &bytes, &unit, &n->table));
    if (n->rank == 0)
        for (int i = 0; i < n->size; i++)
            n->table[i] = 0.0;
    CHECK(MPI_Win_lock_all(0, n->win));
    CHECK(MPI_Win_sync(n->win));
    CHECK(MPI_Barrier(n->comm));
}

static void node_destroy(struct node *n)
{
    CHECK(MPI_Win_unlock_all(n->win));
    CHECK(MPI_Win_free(&n->win));
    if (n->leaders != MPI_COMM_NULL)
        CHECK(MPI_Comm_free(&n->leaders));
    CHECK(MPI_Comm_free(&n->comm));
}

static void publish(struct node *n, const double *figure)
{
    CHECK(MPI_Put(figure, 1, MPI_DOUBLE, 0, n->rank, 1, MPI_DOUBLE, n->win)); //@ PUT
    CHECK(MPI_Win_flush(0, n->win));
    CHECK(MPI_Win_sync(n->win));
    CHECK(MPI_Barrier(n->comm));
}

struct summary {
    double sum;
    double most;
    int busiest;
};

static struct summary look(const struct node *n)
{
    struct summary s = {0.0, -1.0, 0};

    CHECK(MPI_Win_sync(n->win));
    for (int i = 0; i < n->size; i++) {
        const double figure = n->table[i]; //@ READ

        s.sum += figure;
        if (figure > s.most) {
            s.most = figure;
            s.busiest = i;
        }
    }
    return s;
}

/* Sum over all nodes, known to everyone afterwards. */
static double total_of(const struct node *n, double node_sum)
{
    double total = node_sum;

    if (n->leaders != MPI_COMM_NULL)
        CHECK(MPI_Allreduce(&node_sum, &total, 1, MPI_DOUBLE, MPI_SUM, n->leaders));
    CHECK(MPI_Bcast(&total, 1, MPI_DOUBLE, 0, n->comm));
    return total;
}

static double figure_of(int rank, int step)
{
    return (double)((rank * 37 + step * 11) % 101);
}

static double expected(const struct node *n, int step)
{
    double sum = 0.0;

    for (int rank = 0; rank < n->world_size; rank++)
        sum += figure_of(rank, step);
    return sum;
}

int main(int argc, char **argv)
{
    struct node node;
    int steps = argc > 1 ? atoi(argv[1]) : 100;
    int wrong = 0;
    double start, peak = 0.0;

    CHECK(MPI_Init(&argc, &argv));
    if (steps < 1) {
        fprintf(stderr, "usage: node_table [steps]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    node_create(&node, MPI_COMM_WORLD);

    start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        const double figure = figure_of(node.world_rank, step);
        struct summary s;
        double total;

        publish(&node, &figure);
        s = look(&node);
        total = total_of(&node, s.sum);
        if (total != expected(&node, step))
            wrong++;
        if (s.most > peak)
            peak = s.most;
    }
    start = MPI_Wtime() - start;

    CHECK(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, node.world));
    if (node.world_rank == 0)
        printf("%d steps, peak %.0f, %.4f s: %s\n", steps, peak, start, wrong == 0 ? "passed" : "FAILED");
    node_destroy(&node);
    MPI_Finalize();
    return wrong != 0;
}
