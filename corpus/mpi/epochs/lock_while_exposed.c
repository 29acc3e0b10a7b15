/*
 * Rank 1 exposes its window to rank 0 and changes another cell of it under a lock on itself.
 *
 * A window must not be locked and exposed at the same time: the lock follows the post (MPI 4.1, 12.5.3).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA508 A A
//@ twin: lock_after_wait.c
#include <mpi.h>

static void count_up(int *cell, int self, MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, self, 0, win); //@ A
    cell[0] = 1;
    MPI_Win_unlock(self, win);
}

int main(int argc, char **argv)
{
    int rank, size, peer, *mem;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        count_up(&mem[1], rank, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
