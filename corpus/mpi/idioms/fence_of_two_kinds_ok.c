// A test that repeats for windows of two kinds and for several lengths: it stores, opens an epoch, puts, and closes it.
// Race-free: a put touches its target only behind the fence by which the target opens its epoch (MPI 4.1, 12.5.1), which is behind the target's stores.
//
//@ expect: none
//@ twin: fence_of_two_kinds_race.c
#include <mpi.h>

static void run(int kind, int n)
{
    int rank, size, *base;
    MPI_Win win;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Aint bytes = size * n * sizeof(int);
    if (kind == 0) {
        MPI_Alloc_mem(bytes, MPI_INFO_NULL, &base);
        MPI_Win_create(base, bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    } else {
        MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    }
    for (int i = 0; i < n * size; i++)
        base[i] = -1;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int t = 0; t < size; t++)
        MPI_Put(&rank, 1, MPI_INT, t, rank * n, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    if (kind == 0)
        MPI_Free_mem(base);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int kind = 0; kind < 2; kind++)
        for (int n = 1; n <= 64; n *= 4)
            run(kind, n);
    MPI_Finalize();
    return 0;
}
