/*
 * In each turn all hand blocks to all, and put the next block into the right neighbour behind a barrier.
 *
 * Behind the barrier all have returned from the collective call, so nobody reads a block any more; the flush completes the put before the barrier
 * of the next turn.
 */
//@ expect: none
//@ twin: alltoall_block_refilled_early.c
#include <mpi.h>
#include <stdlib.h>

static MPI_Win win;

/* Each process hands a block to each other one. */
static void exchange(int *blocks, int *got)
{
    MPI_Alltoall(blocks, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The next block for the right neighbour. */
static void refill(int right, int size, int value)
{
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
}

int main(int argc, char **argv)
{
    int rank, size, *blocks, *got;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &blocks, &win);
    got = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++)
        blocks[i] = rank;
    MPI_Win_lock_all(0, win);
    for (int turn = 0; turn < 10; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        exchange(blocks, got);
        refill((rank + 1) % size, size, turn);
    }
    MPI_Win_unlock_all(win);
    free(got);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
