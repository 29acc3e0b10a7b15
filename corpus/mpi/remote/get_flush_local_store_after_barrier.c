/*
 * Get from the right neighbour, barrier, then the owner counts its cell up.
 *
 * MPI_Win_flush_local before the barrier: the data have arrived, so the get is over at the target as well
 * (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: get_store_after_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int got, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    int to = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    MPI_Get(&got, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
    mem[0] = 1;
    MPI_Win_unlock_all(win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
