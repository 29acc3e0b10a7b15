/*
 * A mark in the lowest bit of an address, which is taken out again before the put.
 *
 * The buffer is stored to behind the flush that completes the put at the origin (MPI 4.1, 12.3).
 */
//@ expect: none
//@ twin: tagged_address_race.c
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, *block = calloc(4, sizeof(int));
    MPI_Win win;

    if (!block)
        return 1;
    uintptr_t tagged = (uintptr_t)block | 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    MPI_Put((int *)(tagged & ~(uintptr_t)1), 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    block[0] = 1;
    MPI_Win_unlock_all(win);

    free(block);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
