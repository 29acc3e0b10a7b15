/*
 * Blocks are filled in eight buffers in turn and put to the right neighbour, five for each process; all puts are flushed before the first one is
 * used again.
 *
 * The flush completes the puts at the origin (MPI 4.1, 12.5.4) before a block is filled again.
 */
//@ expect: none
//@ twin: ring_of_blocks.c
#include <mpi.h>

#define BLOCKS 8
#define LENGTH 16

int main(int argc, char **argv)
{
    double block[BLOCKS][LENGTH], *mem;
    int rank, size, slot = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)5 * size * LENGTH * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    for (int k = 0; k < 5 * size; k++) {
        if (slot == 0)
            MPI_Win_flush_local_all(win);
        for (int i = 0; i < LENGTH; i++)
            block[slot][i] = rank + k;
        MPI_Put(block[slot], LENGTH, MPI_DOUBLE, (rank + 1) % size, (MPI_Aint)k * LENGTH, LENGTH, MPI_DOUBLE, win);
        slot = (slot + 1) % BLOCKS;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
