/*
 * Ranks of one node share a window. It lies with the first rank of the node, the leader, which talks to the leaders of
 * the other nodes for all.
 */
#ifndef SHARED_NODES_NODE_H
#define SHARED_NODES_NODE_H

#include <mpi.h>

enum { CLUSTERS = 4, SUMS = 2 * CLUSTERS };

#define REQUIRE(call) require((call) == MPI_SUCCESS, #call, __FILE__, __LINE__)

void require(int condition, const char *text, const char *file, int line);

/* What the shared window holds. */
struct Blackboard {
    double *centres; /* CLUSTERS numbers, written by the leader, loaded directly by all */
    double *moved;   /* one number for each rank of the node, stored directly */
    double *sums;    /* SUMS numbers for each rank of the node, put there */
};

struct Node {
    MPI_Comm world, comm;
    int rank, size;           /* in the node; rank 0 is the leader */
    MPI_Win win;              /* shared */
    struct Blackboard board;  /* addresses in this process */
    MPI_Aint sums_start;      /* index of the numbers of this rank in the window */
    MPI_Comm leaders;         /* MPI_COMM_NULL for all but leaders */
    int leader_rank, leader_count;
    MPI_Win table_win;        /* over the leaders */
    double *table;            /* SUMS + 1 numbers from each leader */
};

/* node.c; collective. */
void node_create(struct Node *node, MPI_Comm world);
void node_destroy(struct Node *node);
int node_is_leader(const struct Node *node);

/* What was stored or put before is visible to all ranks of the node behind this; collective over the node. */
void node_synchronize(const struct Node *node);

/* Adds up SUMS + 1 numbers over all leaders, in the same order everywhere; collective over the leaders. */
void leaders_sum(const struct Node *node, double values[SUMS + 1]);

/* deliver_*.c: puts the sums of this rank on the blackboard; `sums` may be changed on return. */
void node_deliver(const struct Node *node, const double sums[SUMS]);

#endif
