/*
 * Rank 1 exposes its window to rank 0; before it waits it puts to its own memory under a lock.
 *
 * What is exposed must not be locked (MPI 4.1, 12.5.3).
 * Happens with 3 processes.
 */
//@ expect: error RMA508 A A
//@ twin: lock_other_while_exposed.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, peer, one = 1, *mem;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    peer = rank == 0 ? 1 : 0;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_post(other, 0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); //@ A
        MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
