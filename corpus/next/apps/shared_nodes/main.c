/*
 * Clustering of points on a line (Lloyd's method). The ranks of a node share the centres in a shared-memory window;
 * leaders of nodes exchange sums through a second window.
 *
 * usage: shared_nodes [points per rank [rounds]]
 */
#include "node.h"
#include "points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* On the leader: gathers what the node's ranks have written, and writes the new centres; returns the points moved. */
static double update_centres(struct Node *node)
{
    double totals[SUMS + 1] = {0.0};

    for (int rank = 0; rank < node->size; rank++) {
        for (int i = 0; i < SUMS; i++)
            totals[i] += node->board.sums[rank * SUMS + i]; //@ GATHER
        totals[SUMS] += node->board.moved[rank];
    }
    leaders_sum(node, totals);
    for (int i = 0; i < CLUSTERS; i++)
        if (totals[2 * i + 1] > 0.0)
            node->board.centres[i] = totals[2 * i] / totals[2 * i + 1];
    return totals[SUMS];
}

/* One round; returns the number of points that have moved, on leaders only. */
static double improve(struct Node *node, struct Points *points)
{
    double sums[SUMS], moved = 0.0;

    node->board.moved[node->rank] = points_assign(points, node->board.centres, sums);
    node_deliver(node, sums);
    node_synchronize(node);
    if (node_is_leader(node))
        moved = update_centres(node);
    node_synchronize(node);
    return moved;
}

/* The centres must be near those of the heaps, and the same on all nodes. */
static int centres_are_right(const struct Node *node)
{
    double most[CLUSTERS], own[CLUSTERS];
    int right = 1, all = 0;

    for (int i = 0; i < CLUSTERS; i++)
        own[i] = node->board.centres[i];
    REQUIRE(MPI_Allreduce(own, most, CLUSTERS, MPI_DOUBLE, MPI_MAX, node->world));
    for (int i = 0; i < CLUSTERS; i++)
        right = right && own[i] == most[i] && fabs(own[i] - 10.0 * i) <= 0.5;
    REQUIRE(MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_LAND, node->world));
    return all;
}

int main(int argc, char **argv)
{
    struct Node node;
    struct Points points;
    int count, rounds, rank, stable = 0, passed;
    double start;

    REQUIRE(MPI_Init(&argc, &argv));
    count = argc > 1 ? atoi(argv[1]) : 10000;
    rounds = argc > 2 ? atoi(argv[2]) : 20;
    require(count >= CLUSTERS && rounds > 0, "too few points or rounds", __FILE__, __LINE__);
    REQUIRE(MPI_Comm_rank(MPI_COMM_WORLD, &rank));

    node_create(&node, MPI_COMM_WORLD);
    points_create(&points, count, (uint64_t)rank + 1);
    if (node_is_leader(&node))
        for (int i = 0; i < CLUSTERS; i++)
            node.board.centres[i] = 7.0 * i + 3.0;
    node_synchronize(&node);

    start = MPI_Wtime();
    for (int round = 0; round < rounds; round++) {
        double moved = improve(&node, &points);

        stable = moved > 0.0 ? 0 : stable + 1;
    }
    passed = centres_are_right(&node);
    if (rank == 0)
        printf("%d nodes, %d rounds, stable in the last %d, %.4f s, centres %.3f .. %.3f: %s\n", node.leader_count,
               rounds, stable, MPI_Wtime() - start, node.board.centres[0], node.board.centres[CLUSTERS - 1],
               passed ? "passed" : "FAILED");

    points_destroy(&points);
    node_destroy(&node);
    REQUIRE(MPI_Finalize());
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
