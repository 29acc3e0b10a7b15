/* Diffusion on a three-dimensional grid; the faces go by MPI_Put with subarray types in PSCW epochs. */
#include "block.h"
#include "check.h"
#include "stencil.h"
#include "step.h"

#include <string.h>

static int option(int argc, char **argv, const char *name, int value)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            value = atoi(argv[i + 1]);
    return value;
}

int main(int argc, char **argv)
{
    struct Block block;
    int n[DIMS], steps, rank, now = 0;
    double norm, total, started;

    CHECK(MPI_Init(&argc, &argv));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    n[0] = option(argc, argv, "-x", 32);
    n[1] = option(argc, argv, "-y", 32);
    n[2] = option(argc, argv, "-z", 32);
    steps = option(argc, argv, "-s", 50);
    if (n[0] < 2 || n[1] < 2 || n[2] < 2) {
        if (rank == 0)
            fprintf(stderr, "%s: at least two points in each direction\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }

    block_create(&block, n, MPI_COMM_WORLD);
    block_fill(&block, now);
    started = MPI_Wtime();
    for (int s = 0; s < steps; s++) {
        step(&block, now);
        now = 1 - now;
    }
    norm = stencil_norm(&block, block.field[now]);
    CHECK(MPI_Reduce(&norm, &total, 1, MPI_DOUBLE, MPI_SUM, 0, block.cart));
    CHECK(MPI_Comm_rank(block.cart, &rank));
    if (rank == 0)
        printf("%d x %d x %d, %d steps: norm %.6e, %.3f s\n", n[0], n[1], n[2], steps, total, MPI_Wtime() - started);
    block_free(&block);
    CHECK(MPI_Finalize());
    return 0;
}
