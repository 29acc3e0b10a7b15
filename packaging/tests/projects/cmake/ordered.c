/* The cells are filled again behind the fence that completes the put. */
#include "cells.h"

int main(int argc, char **argv)
{
    double cells[8], inbox[8];
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(inbox, sizeof inbox, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    fill_cells(cells, rank);
    send_cells(cells, (rank + 1) % size, win);
    MPI_Win_fence(0, win);
    fill_cells(cells, 0);
    report_cells(inbox, rank);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
