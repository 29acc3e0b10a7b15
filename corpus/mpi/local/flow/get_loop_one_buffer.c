/*
 * A gather by gets from all ranks, completed once after the loop.
 *
 * All gets of the loop write the same element before any of them is complete: two pending operations
 * overlap in the origin's memory and both write (MPI 4.1, 12.3, and 12.7: overlapping local buffers of
 * concurrent operations). The outcome is undefined. The line races with itself over two iterations.
 */
//@ expect: error RMA104 A A
//@ twin: get_loop_own_buffers.c
#include <mpi.h>
#include <stdio.h>

#define MAXP 128

int main(int argc, char **argv)
{
    int rank, size, mine, got[MAXP] = {0}, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > MAXP)
        MPI_Abort(MPI_COMM_WORLD, 1);
    mine = 1 << (rank % 8);
    MPI_Win_create(&mine, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    for (int p = 0; p < size; p++)
        MPI_Get(&got[0], 1, MPI_INT, p, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush_all(win);
    for (int p = 0; p < size; p++)
        sum += got[p];
    MPI_Win_unlock_all(win);

    printf("%d: %d\n", rank, sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
