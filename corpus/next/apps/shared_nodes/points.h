/* The data of one rank and the sequential part of the clustering. */
#ifndef SHARED_NODES_POINTS_H
#define SHARED_NODES_POINTS_H

#include "node.h"

#include <stdint.h>

struct Points {
    int count;
    double *where;
    int *cluster; /* of each point; -1 at first */
};

void points_create(struct Points *points, int count, uint64_t seed);
void points_destroy(struct Points *points);

/*
 * Assigns every point to the nearest centre. Writes for each cluster the sum of its points and their number; returns
 * how many points have changed their cluster.
 */
int points_assign(struct Points *points, const double *centres, double sums[SUMS]);

#endif
