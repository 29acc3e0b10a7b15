// MPI_Waitsome completes at least one active request, and there are two: the load may come while the first Rget is pending
// (MPI 4.1, 3.7.5, 12.3.5).
//
//@ expect: error RMA102 A B
//@ twin: waitsome_of_one_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *base, buf[2] = { 0, 0 };
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request requests[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
        int done, indices[2];
        MPI_Rget(&buf[0], 1, MPI_INT, size - 1, 0, 1, MPI_INT, win, &requests[0]); //@ A
        MPI_Rget(&buf[1], 1, MPI_INT, size - 1, 1, 1, MPI_INT, win, &requests[1]);
        MPI_Waitsome(2, requests, &done, indices, MPI_STATUSES_IGNORE);
        printf("%d\n", buf[0]); //@ B
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
