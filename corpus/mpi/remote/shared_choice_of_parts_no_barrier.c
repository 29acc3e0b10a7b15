/*
 * A pointer into a shared window is the own part, or that of the process below where there is one (MPI_Win_shared_query in a branch).
 *
 * Nothing orders the store of a process to its own part before the load of its neighbour from there, a load of another process' window memory
 * (MPI 4.1, 12.2.3).
 */
//@ expect: error RMA201 A B
//@ twin: shared_choice_of_parts_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Aint bytes;
    double *mine, *left, x;
    int rank, unit;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    left = mine;
    if (rank > 0)
        MPI_Win_shared_query(win, rank - 1, &bytes, &unit, &left);

    MPI_Win_lock_all(0, win);
    mine[1] = rank; //@ A
    MPI_Win_sync(win);
    x = left[1]; //@ B
    MPI_Win_unlock_all(win);
    printf("%f\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
