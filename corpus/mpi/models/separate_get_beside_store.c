/*
 * A get from one cell of a window while the owner stores to another one.
 *
 * A get and a store of the owner to other bytes of one window do not conflict in either memory model (MPI 4.1,
 * 12.7). The fences order the rest and bring the copies together.
 */
//@ options: --memory-model separate
//@ expect: none
//@ twin: separate_put_beside_store.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    int mine = rank, sum = 0;
    int *cells;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    MPI_Get(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    cells[3] = rank;
    MPI_Win_fence(0, win);
    sum += cells[0];
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
