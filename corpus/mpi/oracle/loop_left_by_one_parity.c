/*
 * A loop in which each process puts to its neighbour, flushes and meets all others; then a barrier of the even ranks and
 * one of the odd ranks, and updates of rank 0.
 *
 * Who is through with the barrier of its parity has left the loop after the last barrier of all, and so have the others
 * passed that one: no put of the loop is on its way any more (MPI 4.1, 6.3, 12.5.4).
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    int x = 1, mem[2] = {0, 0};
    MPI_Win win;
    MPI_Comm parity;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &parity);
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 3; step++) {
        MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, step % 2, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(parity);
    if (rank > 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Comm_free(&parity);
    MPI_Win_free(&win);
    printf("%d: %d %d\n", rank, mem[0], mem[1]);
    MPI_Finalize();
    return 0;
}
