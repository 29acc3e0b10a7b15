// A process stores into the first cell of the next part, which lies behind its own part (MPI 4.1, 12.2.3); the owner stores into the second
// one.
//
//@ expect: none
//@ twin: shared_contiguous_store_race.c
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 16 };

int main(int argc, char **argv)
{
    int rank, size, *cells;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    if (rank + 1 < size)
        cells[CELLS + 0] = rank;
    cells[1] = -rank;
    MPI_Win_fence(0, win);
    printf("%d %d\n", cells[0], cells[1]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
