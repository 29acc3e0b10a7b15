#include "node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void require(int condition, const char *text, const char *file, int line)
{
    if (condition)
        return;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

int node_is_leader(const struct Node *node)
{
    return node->rank == 0;
}

/* All memory lies with the leader; the others ask where they see it. */
static void create_board(struct Node *node)
{
    MPI_Aint numbers = CLUSTERS + (MPI_Aint)node->size * (1 + SUMS), bytes;
    double *own, *base;
    int unit;

    bytes = node_is_leader(node) ? numbers * (MPI_Aint)sizeof(double) : 0;
    REQUIRE(MPI_Win_allocate_shared(bytes, (int)sizeof(double), MPI_INFO_NULL, node->comm, &own, &node->win));
    REQUIRE(MPI_Win_shared_query(node->win, 0, &bytes, &unit, &base));
    require(bytes >= numbers * (MPI_Aint)sizeof(double), "the shared window is too small", __FILE__, __LINE__);
    node->board.centres = base;
    node->board.moved = base + CLUSTERS;
    node->board.sums = base + CLUSTERS + node->size;
    node->sums_start = CLUSTERS + node->size + (MPI_Aint)node->rank * SUMS;

    if (node_is_leader(node))
        memset(own, 0, (size_t)numbers * sizeof *own);
    REQUIRE(MPI_Win_lock_all(MPI_MODE_NOCHECK, node->win));
    node_synchronize(node);
}

static void create_table(struct Node *node)
{
    MPI_Aint bytes;

    REQUIRE(MPI_Comm_rank(node->leaders, &node->leader_rank));
    REQUIRE(MPI_Comm_size(node->leaders, &node->leader_count));
    bytes = (MPI_Aint)node->leader_count * (SUMS + 1) * (MPI_Aint)sizeof(double);
    REQUIRE(MPI_Win_allocate(bytes, (int)sizeof(double), MPI_INFO_NULL, node->leaders, &node->table, &node->table_win));
    REQUIRE(MPI_Win_lock_all(MPI_MODE_NOCHECK, node->table_win));
}

void node_create(struct Node *node, MPI_Comm world)
{
    int world_rank;

    memset(node, 0, sizeof *node);
    node->world = world;
    REQUIRE(MPI_Comm_rank(world, &world_rank));
    REQUIRE(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, world_rank, MPI_INFO_NULL, &node->comm));
    REQUIRE(MPI_Comm_rank(node->comm, &node->rank));
    REQUIRE(MPI_Comm_size(node->comm, &node->size));
    REQUIRE(MPI_Comm_split(world, node_is_leader(node) ? 0 : MPI_UNDEFINED, world_rank, &node->leaders));
    create_board(node);
    if (node_is_leader(node))
        create_table(node);
}

void node_destroy(struct Node *node)
{
    if (node_is_leader(node)) {
        REQUIRE(MPI_Win_unlock_all(node->table_win));
        REQUIRE(MPI_Win_free(&node->table_win));
        REQUIRE(MPI_Comm_free(&node->leaders));
    }
    REQUIRE(MPI_Win_unlock_all(node->win));
    REQUIRE(MPI_Win_free(&node->win));
    REQUIRE(MPI_Comm_free(&node->comm));
}

void node_synchronize(const struct Node *node)
{
    REQUIRE(MPI_Win_sync(node->win));
    REQUIRE(MPI_Barrier(node->comm));
    REQUIRE(MPI_Win_sync(node->win));
}

void leaders_sum(const struct Node *node, double values[SUMS + 1])
{
    MPI_Aint slot = (MPI_Aint)node->leader_rank * (SUMS + 1);

    for (int to = 0; to < node->leader_count; to++)
        REQUIRE(MPI_Put(values, SUMS + 1, MPI_DOUBLE, to, slot, SUMS + 1, MPI_DOUBLE, node->table_win));
    REQUIRE(MPI_Win_flush_all(node->table_win));
    REQUIRE(MPI_Barrier(node->leaders));
    REQUIRE(MPI_Win_sync(node->table_win));

    memset(values, 0, (SUMS + 1) * sizeof *values);
    for (int from = 0; from < node->leader_count; from++)
        for (int i = 0; i < SUMS + 1; i++)
            values[i] += node->table[from * (SUMS + 1) + i];
    /* No leader puts again before all have read. */
    REQUIRE(MPI_Barrier(node->leaders));
}
