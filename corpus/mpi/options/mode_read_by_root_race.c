// The first process reads a mode, checks it and broadcasts it; the mode says how puts are completed.
// Race: in mode 1 the put is complete at its origin only when the target loads (MPI 4.1, 12.5.4, 12.7). The program reads the mode: a warning.
//
//@ expect: warning RMA201 A B
//@ twin: mode_read_by_root_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, mode = 0;
    double *cell, value = 1, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0 && (scanf("%d", &mode) != 1 || mode < 0 || mode > 1))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(&mode, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win); //@ A
    if (mode == 1)
        MPI_Win_flush_local_all(win);
    else
        MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += cell[0]; //@ B
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
