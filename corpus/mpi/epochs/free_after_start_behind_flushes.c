/*
 * Rounds of puts and flushes on one window while an access epoch of another one is open, which MPI_Win_complete ends before that window is freed.
 *
 * Each process has completed its access epoch and its exposure epoch (MPI 4.1, 12.5.2).
 */
//@ expect: none
//@ twin: free_in_start_behind_flushes.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 3, *in, one = 1;
    MPI_Win win, other;
    MPI_Group world, peer;

    MPI_Init(&argc, &argv);
    if (rounds < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &in, &other);
    MPI_Win_create(MPI_BOTTOM, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &rank, &peer);
    MPI_Win_post(peer, 0, win);
    MPI_Win_start(peer, 0, win);
    MPI_Win_lock_all(0, other);
    for (int k = 0; k < rounds; k++) {
        MPI_Put(&one, 1, MPI_INT, (rank + 1) % size, rank, 1, MPI_INT, other);
        MPI_Win_flush((rank + 1) % size, other);
    }
    MPI_Win_unlock_all(other);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_free(&win);
    MPI_Win_free(&other);
    MPI_Finalize();
    return 0;
}
