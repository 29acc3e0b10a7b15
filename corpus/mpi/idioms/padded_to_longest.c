/*
 * Strips of different lengths in one table, each padded to one length that a reduction gives.
 *
 * The greatest of all lengths is no less than any of them (MPI 4.1, 6.9.2), so the strips lie side by side.
 */
//@ expect: none
//@ twin: padded_to_shortest.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, mine, width, *table, strip[8] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = 2 + rank % 5;
    MPI_Allreduce(&mine, &width, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Win_allocate(8 * (MPI_Aint)size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(strip, mine, MPI_INT, 0, (MPI_Aint)rank * width, mine, MPI_INT, win); //@ P
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
