/*
 * Rounds of puts that a flush completes, in an epoch of lock_all that nothing ends; then the window is freed.
 *
 * A flush completes operations and ends no epoch: at MPI_Win_free the epoch is open (MPI 4.1, 12.2.5, 12.5.4). The program has checked
 * that there is a round. Happens with any number of processes.
 */
//@ expect: error RMA403 A B
//@ twin: free_after_lock_all_behind_flushes.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 3, *in, one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    if (rounds < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);
    MPI_Win_lock_all(0, win); //@ A
    for (int k = 0; k < rounds; k++) {
        MPI_Put(&one, 1, MPI_INT, (rank + 1) % size, rank, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win); //@ B
    MPI_Finalize();
    return 0;
}
