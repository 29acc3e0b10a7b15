/*
 * A loop of updates and reductions; behind a nonblocking barrier, puts to the same cells.
 *
 * Only the root waits in a reduction, so a process can be several of them ahead. It is not ahead by the barrier: that
 * is the call after the third reduction on every process (MPI 4.1, 6.1), and the updates are complete before it.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    int x = 1, sum, mem[2];
    MPI_Win win;
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int to = (rank + 1) % size, from = (rank + size - 1) % size;

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; i++) {
        MPI_Accumulate(&x, 1, MPI_INT, from, i % 2, 1, MPI_INT, MPI_SUM, win);
        MPI_Reduce(&x, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Ibarrier(MPI_COMM_WORLD, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Put(&x, 1, MPI_FLOAT, to, 0, 1, MPI_FLOAT, win);
    MPI_Win_unlock(to, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
