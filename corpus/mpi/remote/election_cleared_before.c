/*
 * The first process whose MPI_Compare_and_swap finds 0 in a cell of rank 0 becomes the leader.
 *
 * Rank 0 flushes the put and meets a barrier, as all do, before the election (MPI 4.1, 12.5.4, 6.3).
 */
//@ expect: none
//@ twin: election_cleared_by_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    int zero = 0, me, found = -1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    me = rank + 1;

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Compare_and_swap(&me, &zero, &found, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
    if (found == 0)
        printf("%d\n", me);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
