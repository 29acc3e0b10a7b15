/*
 * All processes but that with the least cost, found by an allreduce of pairs, put their result to rank 0.
 *
 * Three processes or more: two of them are not the best one (MPI 4.1, 12.7). The pair is the same on all (6.9.6).
 */
//@ expect: warning RMA203 A A
//@ twin: best_of_all_writes_ok.c
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
    if (least.owner != rank)
        MPI_Put(&mine, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("%f of %d\n", best[0], size);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
