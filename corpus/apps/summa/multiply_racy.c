/* Product with prefetch of the next pair of tiles, racy version: the tile of b that is under way is used. */
#include "check.h"
#include "multiply.h"

struct Pair {
    double *a, *b;
};

static void prefetch(const struct Tiles *a, const struct Tiles *b, struct Pair into, int row, int col, int k)
{
    tiles_get(a, row, k, into.a);
    tiles_get(b, k, col, into.b);
}

void multiply(const struct Tiles *a, const struct Tiles *b, double *c, double *work, int row, int col)
{
    int n = a->n, q = a->q;
    size_t tile = (size_t)n * (size_t)n;
    struct Pair now = { work, work + tile };
    struct Pair ahead = { work + 2 * tile, work + 3 * tile };

    tile_set(n, c, 0.0, 0.0);
    /* Each rank starts elsewhere, so that not all read the same tile at once. */
    prefetch(a, b, now, row, col, (row + col) % q);
    CHECK(MPI_Win_flush_local_all(a->win));
    CHECK(MPI_Win_flush_local_all(b->win));
    for (int s = 0; s < q; s++) {
        if (s + 1 < q)
            prefetch(a, b, ahead, row, col, (row + col + s + 1) % q);
        tile_multiply(n, now.a, ahead.b, c);
        CHECK(MPI_Win_flush_local_all(a->win));
        CHECK(MPI_Win_flush_local_all(b->win));
        struct Pair swap = now;
        now = ahead;
        ahead = swap;
    }
}
