/* Diffusion along a periodic strip. Arguments: cells of a part, steps. */
#include "strip.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct strip s;
    int cells, steps;
    double mine = 0, all = 0;

    MPI_Init(&argc, &argv);
    cells = argc > 1 ? atoi(argv[1]) : 64;
    steps = argc > 2 ? atoi(argv[2]) : 100;
    if (cells < 2)
        MPI_Abort(MPI_COMM_WORLD, 2);
    strip_create(&s, cells, MPI_COMM_WORLD);

    for (int i = 0; i < steps; i++) {
        exchange(&s);
        strip_relax(&s);
    }
    for (int i = 0; i < cells; i++)
        mine += s.now[i];
    MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (s.rank == 0)
        printf("heat %g\n", all);

    strip_free(&s);
    MPI_Finalize();
    return 0;
}
