/*
 * Each process locks its right neighbour, puts and unlocks.
 *
 * The unlock names the caller's own rank, which is not locked (MPI 4.1, 12.5.3); the lock on the neighbour is
 * open, and the put pending, when the window is freed (12.2.5). Happens with 2 or more processes.
 */
//@ expect: error RMA503 U U
//@ expect: error RMA403 P W
//@ twin: unlock_right_rank.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, next, x, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    next = (rank + 1) % size;
    x = 2 * rank;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    MPI_Put(&x, 1, MPI_INT, next, 0, 1, MPI_INT, win); //@ P
    MPI_Win_unlock(rank, win); //@ U

    MPI_Win_free(&win); //@ W
    MPI_Finalize();
    return 0;
}
