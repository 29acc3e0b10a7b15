// A put between two fences; the origin buffer is refilled behind the second fence.
// The second fence carries MPI_MODE_NOPRECEDE, as if copied from the first: such a fence does not complete any
// sequence of locally issued RMA calls (MPI 4.1, 12.5.5), so the put may still read the buffer until the third one.
// The assertion itself is violated as well: the put precedes the fence and is not complete.
//
//@ expect: error RMA101 A B
//@ expect: error RMA504 A C
//@ twin: put_fence_noprecede_store_ok.c
#include <mpi.h>
#include <stdlib.h>

enum { LEN = 16 };

static void fill(float *v, float x)
{
    for (int k = 0; k < LEN; ++k)
        v[k] = x; //@ B
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
        MPI_Put(work, LEN, MPI_FLOAT, 0, 0, LEN, MPI_FLOAT, win); //@ A
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win); //@ C
    fill(work, 2.0f);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    free(work);
    MPI_Finalize();
    return 0;
}
