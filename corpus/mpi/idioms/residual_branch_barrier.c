/*
 * What all processes have agreed on at run time decides whether a last step is made: rank 0 puts to rank 1, which reads after a barrier.
 *
 * The put is complete before the barrier (MPI 4.1, 12.5.4), and all take the same branch, because all have the same sum.
 */
//@ expect: none
//@ twin: residual_branch_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 2, *mem;
    double own = rand() / 7.0, error;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Allreduce(&own, &error, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (error > 1e-6) {
        if (rank == 0) {
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_flush(1, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1)
            printf("%d\n", *mem);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
