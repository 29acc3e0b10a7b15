// Edges and corners of a block are packed by direction, each into its own part of a buffer, and put from there.
// Race-free: the parts do not overlap: in each direction the bounds of both loops say how much is packed, at most EDGE cells (MPI 4.1, 12.3).
//
//@ expect: none
//@ twin: packed_by_direction_race.c
#include <mpi.h>
#include <stdlib.h>

enum { N = 12, EDGE = N };

static double field[N + 2][N + 2];

static void range(int d, int *lo, int *hi)
{
    if (d == 0) {
        *lo = 1;
        *hi = N;
    } else if (d < 0) {
        *lo = *hi = 1;
    } else {
        *lo = *hi = N;
    }
}

static int pack(double *buffer, int dx, int dy)
{
    int xl, xh, yl, yh, n = 0;

    range(dx, &xl, &xh);
    range(dy, &yl, &yh);
    for (int x = xl; x <= xh; x++)
        for (int y = yl; y <= yh; y++)
            buffer[n++] = field[x][y];
    return n;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *buffer, *slots;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(9 * N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    buffer = malloc(9 * N * sizeof(double));
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 20; step++) {
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++) {
                int d = (dx + 1) * 3 + dy + 1;
                if (d == 4)
                    continue;
                int n = pack(buffer + d * EDGE, dx, dy);
                MPI_Put(buffer + d * EDGE, n, MPI_DOUBLE, (rank + 1) % size, d * N, n, MPI_DOUBLE, win);
            }
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(buffer);
    MPI_Finalize();
    return 0;
}
