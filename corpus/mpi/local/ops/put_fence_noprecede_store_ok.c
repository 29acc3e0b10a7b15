// A put between two fences; the origin buffer is refilled behind the second fence.
// The second fence asserts nothing and completes the put at the origin (MPI 4.1, 12.5.1).
//
//@ expect: none
//@ twin: put_fence_noprecede_store_race.c
#include <mpi.h>
#include <stdlib.h>

enum { LEN = 16 };

static void fill(float *v, float x)
{
    for (int k = 0; k < LEN; ++k)
        v[k] = x;
}

int main(int argc, char **argv)
{
    int rank;
    float *base, *work = malloc(LEN * sizeof *work);
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(LEN * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    fill(work, 1.0f);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 1)
        MPI_Put(work, LEN, MPI_FLOAT, 0, 0, LEN, MPI_FLOAT, win);
    MPI_Win_fence(0, win);
    fill(work, 2.0f);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    free(work);
    MPI_Finalize();
    return 0;
}
