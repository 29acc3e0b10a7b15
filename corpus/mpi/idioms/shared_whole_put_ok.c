// Each process stores into its own part of a shared window, which it reaches by its rank from the address of the part of rank 0: parts
// lie side by side in the order of the ranks (MPI 4.1, 12.2.3). It stores to the second cell; its neighbour puts to the first one.
//
//@ expect: none
//@ twin: shared_whole_put_race.c
#include <mpi.h>
#include <stdlib.h>

enum { CELLS = 8 };

int main(int argc, char **argv)
{
    int rank, size, unit;
    double *own, *whole;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Comm node;
    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &size);
    MPI_Win_allocate_shared(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &own, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &whole);
    double value = rank;
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    if (rank > 0)
        whole[rank * CELLS + 1] = 2.0;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
