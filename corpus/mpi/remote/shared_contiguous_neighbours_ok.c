// The parts of a shared window are contiguous in the order of the ranks (MPI 4.1, 12.2.3), so the two loads read what the neighbours
// have stored. The barrier and MPI_Win_sync order them.
//
//@ expect: none
//@ twin: shared_contiguous_neighbours_race.c
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 100 };

int main(int argc, char **argv)
{
    int rank, size;
    double *cells;
    MPI_Win win;
    MPI_Comm node;
    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &size);
    MPI_Win_allocate_shared(CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &cells, &win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < CELLS; i++)
        cells[i] = rank;
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    double left = rank > 0 ? cells[-1] : 0.0;
    double right = rank < size - 1 ? cells[CELLS] : 0.0;
    printf("%f %f\n", left, right);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
