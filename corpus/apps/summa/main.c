/* Multiplies two square matrices on a square grid of ranks, tiles fetched by MPI_Get. */
#include "check.h"
#include "multiply.h"
#include "tile.h"

#include <math.h>
#include <stdlib.h>

static double worst_error(const double *c, int n, int q, int on_diagonal)
{
    /* (I + J)(I - J) with J the matrix of ones in each tile: known entry by entry. */
    double worst = 0.0, order = (double)n * q;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double exact = (on_diagonal && i == j ? 1.0 : 0.0) - order;
            double error = fabs(c[i * n + j] - exact);
            worst = error > worst ? error : worst;
        }
    return worst;
}

int main(int argc, char **argv)
{
    struct Tiles a, b;
    double *c, *work, mine, all, start;
    int rank, size, q, n, dims[2] = { 0, 0 };

    CHECK(MPI_Init(&argc, &argv));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    n = argc > 1 ? atoi(argv[1]) : 64;
    CHECK(MPI_Dims_create(size, 2, dims));
    q = dims[0];
    if (dims[1] != q || n < 1) {
        if (rank == 0)
            fprintf(stderr, "usage: %s [order of a tile], on a square number of ranks\n", argv[0]);
        MPI_Finalize();
        return 2;
    }

    tiles_create(&a, q, n, MPI_COMM_WORLD);
    tiles_create(&b, q, n, MPI_COMM_WORLD);
    c = calloc((size_t)n * n, sizeof *c);
    work = calloc((size_t)n * n * 4, sizeof *work);
    if (c == NULL || work == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);

    int diagonal = rank / q == rank % q;
    tile_set(n, a.own, diagonal ? 2.0 : 1.0, 1.0);
    tile_set(n, b.own, diagonal ? 0.0 : -1.0, -1.0);
    CHECK(MPI_Win_sync(a.win));
    CHECK(MPI_Win_sync(b.win));
    CHECK(MPI_Barrier(MPI_COMM_WORLD));

    start = MPI_Wtime();
    multiply(&a, &b, c, work, rank / q, rank % q);
    mine = worst_error(c, n, q, diagonal);
    CHECK(MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD));
    if (rank == 0)
        printf("order %d on %d ranks: worst error %g, %.3f s\n", n * q, size, all, MPI_Wtime() - start);

    free(work);
    free(c);
    tiles_free(&a);
    tiles_free(&b);
    CHECK(MPI_Finalize());
    return all > 1e-6 && rank == 0;
}
