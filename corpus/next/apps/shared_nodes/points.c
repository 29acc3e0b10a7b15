#include "points.h"

#include <math.h>
#include <stdlib.h>

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

void points_create(struct Points *points, int count, uint64_t seed)
{
    uint64_t state = seed * 2654435761u + 1;

    points->count = count;
    points->where = calloc((size_t)count + 1, sizeof *points->where);
    points->cluster = calloc((size_t)count + 1, sizeof *points->cluster);
    require(points->where != NULL && points->cluster != NULL, "out of memory", __FILE__, __LINE__);
    for (int i = 0; i < count; i++) {
        /* Heaps of width 1 around 0, 10, 20 and 30. */
        points->where[i] = 10.0 * (i % CLUSTERS) + uniform(&state) - 0.5;
        points->cluster[i] = -1;
    }
}

void points_destroy(struct Points *points)
{
    free(points->where);
    free(points->cluster);
}

static int nearest(double where, const double *centres)
{
    int best = 0;

    for (int i = 1; i < CLUSTERS; i++)
        if (fabs(where - centres[i]) < fabs(where - centres[best]))
            best = i;
    return best;
}

int points_assign(struct Points *points, const double *centres, double sums[SUMS])
{
    int moved = 0;

    for (int i = 0; i < SUMS; i++)
        sums[i] = 0.0;
    for (int i = 0; i < points->count; i++) {
        int cluster = nearest(points->where[i], centres);

        moved += cluster != points->cluster[i];
        points->cluster[i] = cluster;
        sums[2 * cluster] += points->where[i];
        sums[2 * cluster + 1] += 1.0;
    }
    return moved;
}
