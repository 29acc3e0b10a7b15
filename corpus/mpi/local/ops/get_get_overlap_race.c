// Two gets fill the two ends of one array in a fence epoch.
// The second starts one element too low, so both write element 3 (MPI 4.1, 12.3).
//
//@ expect: error RMA104 A B
//@ twin: get_get_overlap_ok.c
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
        MPI_Get(ghost, HALF, MPI_DOUBLE, 1, HALF, HALF, MPI_DOUBLE, w); //@ A
        MPI_Get(ghost + HALF - 1, HALF, MPI_DOUBLE, 1, 0, HALF, MPI_DOUBLE, w); //@ B
    }
    MPI_Win_fence(0, w);

    printf("%d: %f\n", rank, ghost[HALF - 1]);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
