// MPI_Fetch_and_op in a start/complete epoch.
// The fetched value is copied after MPI_Win_complete (MPI 4.1, 12.5.2).
//
//@ expect: none
//@ twin: fop_complete_result_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    double best = 9.0, candidate, old_best = 0.0, keep = 0.0;
    MPI_Group world, g;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    candidate = 4.0 + rank;
    MPI_Win_create(&best, sizeof best, sizeof best, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, (int[]){rank == 0}, &g);

    if (rank == 0) {
        MPI_Win_start(g, 0, win);
        MPI_Fetch_and_op(&candidate, &old_best, MPI_DOUBLE, 1, 0, MPI_MIN, win);
        MPI_Win_complete(win);
        keep = old_best;
    } else if (rank == 1) {
        MPI_Win_post(g, 0, win);
        MPI_Win_wait(win);
    }
    printf("%d: %f\n", rank, keep);

    MPI_Group_free(&g);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
