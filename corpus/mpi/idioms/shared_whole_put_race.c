// As the twin, but the process stores to the first cell of its part, to which its neighbour puts between the same fences (MPI 4.1, 12.7).
//
//@ expect: error RMA201 PUT STORE
//@ twin: shared_whole_put_ok.c
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
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ PUT
    if (rank > 0)
        whole[rank * CELLS + 0] = 2.0; //@ STORE
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
