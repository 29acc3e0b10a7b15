/*
 * The root hands a place to each process, which puts three elements there.
 *
 * The places are two apart: the last element of a block is the first of the next one (MPI 4.1, 6.6, 12.7). Level: the place is received.
 */
//@ expect: warning RMA203 PUT PUT
//@ twin: places_handed_out.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, place, block[3] = {0}, *places = NULL, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(3 * size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    if (rank == 0) {
        places = malloc(size * sizeof(int));
        for (int i = 0; i < size; i++)
            places[i] = 2 * i;
    }
    MPI_Scatter(places, 1, MPI_INT, &place, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(block, 3, MPI_INT, 0, place, 3, MPI_INT, win); //@ PUT
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    free(places);
    return 0;
}
