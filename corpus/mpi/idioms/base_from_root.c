/*
 * The root tells all where the table begins; each process puts its block of four behind those of lower ranks.
 *
 * A broadcast gives all the same value (MPI 4.1, 6.4), so the blocks of four lie side by side.
 */
//@ expect: none
//@ twin: base_from_root_five.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, base = 0, block[5] = {0}, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((1000 + 5 * size) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 0)
        base = rand() % 1000;
    MPI_Bcast(&base, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(block, 4, MPI_INT, 0, base + 4 * rank, 4, MPI_INT, win); //@ PUT
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
