/*
 * All add to a counter in the window of rank 0, which prints the sum.
 *
 * Each unlock completes the sum at the target, and a barrier orders them before the load (MPI 4.1, 12.5.3,
 * 6.3).
 */
//@ expect: none
//@ twin: accumulate_load_no_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    int one = 1;
    static int counter;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&counter, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", counter);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
