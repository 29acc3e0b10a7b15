/*
 * A get is flushed, and then all processes reduce into an array; that of rank 1 is the element of its window that the get
 * reads.
 *
 * Rank 0 takes part in the reduction after its get is complete, but rank 1 may have begun it before. From then on its
 * receive buffer belongs to MPI, and libraries start with the own contribution there (MPI 4.1, 6.1: no process need wait
 * for another to begin; 12.7: the get conflicts with an update by the owner). Only what a single sender sends cannot stand there
 * before it is sent.
 */
//@ expect: error RMA202 A B
//@ twin: get_flush_receive_into_window.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, cells[2] = {1, 2}, copy = 0, own = 3;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(&copy, 1, MPI_INT, 1, 1, 1, MPI_INT, win); //@ A
        MPI_Win_flush(1, win);
    }
    MPI_Allreduce(&own, &cells[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return copy;
}
