// The processes of a node update a vector of parts of a length from the command line. Each one reaches its part by its rank from the address
// of the part of rank 0 (MPI 4.1, 12.2.3), and gets the first cell of its neighbour only behind the barrier that follows all stores.
//
//@ expect: none
//@ twin: shared_whole_by_parameter_race.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, unit;
    double *own, *whole;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Comm node;
    MPI_Init(&argc, &argv);
    int cells = argc > 1 ? atoi(argv[1]) : 64;
    if (cells < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &size);
    MPI_Win_allocate_shared(cells * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &own, &win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &whole);
    MPI_Win_lock_all(0, win);
    double *mine = whole + rank * cells;
    for (int i = 0; i < cells; i++)
        mine[i] = rank + i;
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    double edge;
    MPI_Get(&edge, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Barrier(node);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
