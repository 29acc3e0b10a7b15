/*
 * Operation and completion in static helpers two levels deep.
 *
 * finish() of this program only prints; no helper completes the get. The caller adds up a result
 * buffer that the get still writes (MPI 4.1, 12.3).
 */
//@ expect: error RMA102 A B
//@ twin: two_levels_completed.c
#include <mpi.h>
#include <stdio.h>

static MPI_Win g_win;
static int g_src;

static void start(double *dst, int n)
{
    MPI_Get(dst, n, MPI_DOUBLE, g_src, 0, n, MPI_DOUBLE, g_win); //@ A
}
static void fetch(double *dst) { start(dst, 3); }

static void finish(const char *what)
{
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
        s += other[i]; //@ B
    MPI_Win_unlock(g_src, g_win);

    printf("%f\n", s);
    MPI_Win_free(&g_win);
    MPI_Finalize();
    return 0;
}
