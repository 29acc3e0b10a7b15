/*
 * Each process fetches the cell of its right neighbour with a request and completes it with a routine for several
 * requests, of which there is one; a barrier, then it changes its own cell.
 *
 * MPI_Testsome may find no request complete and then returns at once (MPI 4.1, 3.7.5): the get may still be pending
 * when the neighbour stores. From 2 processes on.
 */
//@ expect: error RMA202 A B
//@ twin: waitsome_one_request.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, copy = 0, done, which;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Rget(&copy, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request); //@ A
    MPI_Testsome(1, &request, &done, &which, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    mem[0] = -rank; //@ B
    MPI_Win_unlock_all(win);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return copy;
}
