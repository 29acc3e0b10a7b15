// Two gets fill the two ends of one array in a fence epoch.
// The halves are disjoint: elements 0 to 3 and 4 to 7.
//
//@ expect: none
//@ twin: get_get_overlap_race.c
#include <mpi.h>
#include <stdio.h>

#define HALF 4

int main(int argc, char **argv)
{
    int rank;
    double own[2 * HALF], ghost[2 * HALF] = {0};
    MPI_Win w;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2 * HALF; i++)
        own[i] = i - 10.0 * rank;
    MPI_Win_create(own, sizeof own, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);

    MPI_Win_fence(0, w);
    if (rank == 0) {
        MPI_Get(ghost, HALF, MPI_DOUBLE, 1, HALF, HALF, MPI_DOUBLE, w);
        MPI_Get(ghost + HALF, HALF, MPI_DOUBLE, 1, 0, HALF, MPI_DOUBLE, w);
    }
    MPI_Win_fence(0, w);

    printf("%d: %f\n", rank, ghost[HALF - 1]);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
