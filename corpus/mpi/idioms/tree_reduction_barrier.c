/*
 * A sum along a binary tree: at distance d = 1, 2, 4, ... the upper partner puts its sum into the lower one,
 * into a slot for each level.
 *
 * A barrier at each level (MPI 4.1, 12.5.3, 6.3).
 */
//@ expect: none
//@ twin: tree_reduction_no_barrier.c
#include <mpi.h>
#include <stdio.h>

enum { LEVELS = 16 };

int main(int argc, char **argv)
{
    int rank, size, level = 0;
    long sum, *slot;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(LEVELS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
    sum = rank + 1;

    for (int d = 1; d < size && level < LEVELS; d *= 2) {
        if (rank % (2 * d) == d) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank - d, 0, win);
            MPI_Put(&sum, 1, MPI_LONG, rank - d, level, 1, MPI_LONG, win);
            MPI_Win_unlock(rank - d, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank % (2 * d) == 0 && rank + d < size)
            sum += slot[level];
        level++;
    }
    if (rank == 0)
        printf("%ld\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
