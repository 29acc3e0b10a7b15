/* Multigrid for -u'' = f in one dimension; ghosts by MPI_Rget on an array of windows, one for each level. */
#include "levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double defect(struct Hierarchy *h)
{
    double worst = 0.0, all;

    ghosts_exchange(h, 0);
    for (int i = 1; i <= h->n[0]; i++) {
        double r = h->f[0][i] + h->u[0][i - 1] - 2.0 * h->u[0][i] + h->u[0][i + 1];
        worst = fmax(worst, fabs(r));
    }
    MPI_Allreduce(&worst, &all, 1, MPI_DOUBLE, MPI_MAX, h->comm);
    return all;
}

int main(int argc, char **argv)
{
    struct Hierarchy h;
    int rank, finest = 256, cycles = 10;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1)
        finest = atoi(argv[1]);
    if (argc > 2)
        cycles = atoi(argv[2]);
    if (finest < 2) {
        if (rank == 0)
            fprintf(stderr, "usage: %s [points a rank] [cycles]\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    hierarchy_create(&h, finest, MPI_COMM_WORLD);
    for (int i = 1; i <= h.n[0]; i++)
        h.f[0][i] = 1e-4;
    for (int c = 0; c < cycles; c++) {
        double d = defect(&h);
        if (rank == 0)
            printf("cycle %2d: defect %.3e, jump %.3e\n", c, d, h.jump[0]);
        v_cycle(&h, 0);
    }
    hierarchy_free(&h);
    MPI_Finalize();
    return 0;
}
