/* Smoothing, exchange of ghosts and the V-cycle, racy version: the right ghost is read before its get is complete. */
#include "levels.h"

#include <string.h>

void ghosts_exchange(struct Hierarchy *h, int level)
{
    double *u = h->u[level];
    int n = h->n[level], count = 0;
    MPI_Win win = h->window[level];
    MPI_Request request[2];

    /* The neighbours have written their points, and read their ghosts before. */
    MPI_Win_sync(win);
    MPI_Barrier(h->comm);
    if (h->left != MPI_PROC_NULL)
        MPI_Rget(&u[0], 1, MPI_DOUBLE, h->left, n, 1, MPI_DOUBLE, win, &request[count++]);
    if (h->right != MPI_PROC_NULL)
        MPI_Rget(&u[n + 1], 1, MPI_DOUBLE, h->right, 1, 1, MPI_DOUBLE, win, &request[count++]); //@ RIGHT
    h->jump[level] = u[n + 1] - u[n]; //@ LOAD
    MPI_Waitall(count, request, MPI_STATUSES_IGNORE);
    /* Nobody changes a point before all have fetched theirs. */
    MPI_Barrier(h->comm);
}

void smooth(struct Hierarchy *h, int level, int sweeps)
{
    double *u = h->u[level], *f = h->f[level], *r = h->r[level];
    int n = h->n[level];

    for (int s = 0; s < sweeps; s++) {
        ghosts_exchange(h, level);
        for (int i = 1; i <= n; i++)
            r[i] = u[i] + (f[i] + u[i - 1] - 2.0 * u[i] + u[i + 1]) / 3.0;
        memcpy(u + 1, r + 1, (size_t)n * sizeof *u);
    }
}

void v_cycle(struct Hierarchy *h, int level)
{
    double *u = h->u[level], *f = h->f[level], *r = h->r[level];
    int n = h->n[level];

    if (level + 1 == h->levels) {
        smooth(h, level, 50);
        return;
    }
    smooth(h, level, 3);
    ghosts_exchange(h, level);
    for (int i = 1; i <= n; i++)
        r[i] = f[i] + u[i - 1] - 2.0 * u[i] + u[i + 1];
    for (int i = 1; i <= h->n[level + 1]; i++)
        h->f[level + 1][i] = r[2 * i - 1] + r[2 * i];
    memset(h->u[level + 1] + 1, 0, (size_t)h->n[level + 1] * sizeof(double));
    v_cycle(h, level + 1);
    for (int i = 1; i <= h->n[level + 1]; i++) {
        u[2 * i - 1] += h->u[level + 1][i];
        u[2 * i] += h->u[level + 1][i];
    }
    smooth(h, level, 3);
}
