// Each process changes its cells in place, from left to right, and reads the first cell of the next part, which lies behind its own part
// (MPI 4.1, 12.2.3): the owner of that cell changes it at the same time.
//
//@ expect: error RMA201 A A
//@ twin: shared_contiguous_in_place_ok.c
#include <mpi.h>

enum { CELLS = 32 };

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
        cells[i] = rank + i;
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    int last = rank == size - 1 ? CELLS - 1 : CELLS;
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < last; i++)
            cells[i] = 0.5 * (cells[i] + cells[i + 1]); //@ A
        MPI_Win_sync(win);
        MPI_Barrier(node);
        MPI_Win_sync(win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
