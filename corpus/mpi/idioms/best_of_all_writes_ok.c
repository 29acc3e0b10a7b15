/*
 * The process with the least cost, found by an allreduce of pairs, puts its result to rank 0.
 *
 * All processes get the same pair (MPI 4.1, 6.9.4 and 6.9.6), so one of them puts.
 */
//@ expect: none
//@ twin: best_of_all_writes_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 5 };

int main(int argc, char **argv)
{
    int rank, size;
    double *best, mine;
    struct {
        double cost;
        int owner;
    } own, least;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(rank == 0 ? sizeof(double) : 0, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &best, &win);

    srand(17 * rank + 3);
    own.cost = 1e9;
    own.owner = rank;
    for (int i = 0; i < TRIES; i++) {
        double cost = rand() / 1000.0;
        if (cost < own.cost)
            own.cost = cost;
    }
    mine = own.cost;
    MPI_Allreduce(&own, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (least.owner == rank)
        MPI_Put(&mine, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("%f of %d\n", best[0], size);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
