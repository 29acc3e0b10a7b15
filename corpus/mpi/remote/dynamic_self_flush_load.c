/*
 * A dynamic window: a process puts into memory that it attached itself.
 *
 * The load stands behind the flush (MPI 4.1, 12.2.4, 12.5.4).
 */
//@ expect: none
//@ twin: dynamic_self_load.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    MPI_Aint where;
    int x, cell[2] = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, cell, sizeof cell);
    MPI_Get_address(&cell[1], &where);
    x = rank;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Put(&x, 1, MPI_INT, rank, where, 1, MPI_INT, win);
    MPI_Win_flush(rank, win);
    printf("%d\n", cell[1]);
    MPI_Win_unlock(rank, win);
    MPI_Win_detach(win, cell);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
