/*
 * Rank 0 fetches and adds by MPI_Rget_accumulate at the last rank; rank 1 works on the same location.
 *
 * Rank 1 uses MPI_Raccumulate with the same operation and type (MPI 4.1, 12.3.5, 12.7.1).
 */
//@ expect: none
//@ twin: rget_accumulate_and_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, last, give = 1, got = 0, *mem;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    last = size - 1;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rget_accumulate(&give, 1, MPI_INT, &got, 1, MPI_INT, last, 0, 1, MPI_INT, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Raccumulate(&give, 1, MPI_INT, last, 0, 1, MPI_INT, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
