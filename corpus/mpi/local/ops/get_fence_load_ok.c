// Every rank fetches one number from its right neighbour inside a fence epoch and prints it.
// The value is printed after the closing fence, which completes the get at the origin (MPI 4.1, 12.5.1).
//
//@ expect: none
//@ twin: get_fence_load_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char *argv[])
{
    int me, np;
    double mine, theirs = -1.0;
    MPI_Win w;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    mine = 1.5 * me;
    MPI_Win_create(&mine, sizeof mine, sizeof mine, MPI_INFO_NULL, MPI_COMM_WORLD, &w);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
    MPI_Get(&theirs, 1, MPI_DOUBLE, (me + 1) % np, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
    printf("%d got %f\n", me, theirs);

    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
