/*
 * Rank 0 gets from rank 1, which then reuses its cell.
 *
 * The owner stores before its wait: the get of the access epoch may still read the cell (MPI 4.1, 12.5.2).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA202 A B
//@ twin: pscw_get_store_after_wait.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Group all, other;
    int got = 0, peer;
    static int cell = 11;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);

    if (rank < 2) {
        peer = 1 - rank;
        MPI_Group_incl(all, 1, &peer, &other);
        if (rank == 0) {
            MPI_Win_start(other, 0, win);
            MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
            MPI_Win_complete(win);
            printf("%d\n", got);
        } else {
            MPI_Win_post(other, 0, win);
            cell = 12; //@ B
            MPI_Win_wait(win);
        }
        MPI_Group_free(&other);
    }
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
