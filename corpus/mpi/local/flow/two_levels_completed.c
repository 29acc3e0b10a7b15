/*
 * Operation and completion in static helpers two levels deep.
 *
 * finish() calls drain(), which flushes the target of the get (MPI 4.1, 12.5.4), so the result is
 * complete when the caller reads it.
 */
//@ expect: none
//@ twin: two_levels_no_completion.c
#include <mpi.h>
#include <stdio.h>

static MPI_Win g_win;
static int g_src;

static void start(double *dst, int n)
{
    MPI_Get(dst, n, MPI_DOUBLE, g_src, 0, n, MPI_DOUBLE, g_win);
}
static void fetch(double *dst) { start(dst, 3); }

static void drain(void) { MPI_Win_flush_local(g_src, g_win); }
static void finish(const char *what)
{
    drain();
    printf("%s\n", what);
}

int main(int argc, char **argv)
{
    double own[3], other[3] = {0.0, 0.0, 0.0}, s = 0.0;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    own[0] = own[1] = own[2] = rank;
    MPI_Win_create(own, sizeof own, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &g_win);
    g_src = (rank + 1) % size;

    MPI_Win_lock(MPI_LOCK_SHARED, g_src, 0, g_win);
    fetch(other);
    finish("fetched");
    for (int i = 0; i < 3; i++)
        s += other[i];
    MPI_Win_unlock(g_src, g_win);

    printf("%f\n", s);
    MPI_Win_free(&g_win);
    MPI_Finalize();
    return 0;
}
