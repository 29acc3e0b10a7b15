/*
 * A put to one cell of a window while the owner stores to another one.
 *
 * In the separate memory model a store of the owner and a put or accumulate to the same window must not be
 * concurrent, even where they touch different bytes (MPI 4.1, 12.7: the public copy is updated by whole parts).
 * The two stand in one fence epoch. In the unified model this is no race.
 */
//@ options: --memory-model separate
//@ expect: error RMA204 A B
//@ twin: separate_get_beside_store.c
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
    MPI_Put(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    cells[3] = rank; //@ B
    MPI_Win_fence(0, win);
    sum += cells[0];
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
