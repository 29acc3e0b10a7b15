/*
 * All pairs exchange through one cell: in round k each process puts into the one k ahead, flushes, meets the
 * others at a barrier and reads its cell.
 *
 * A second barrier ends the round (MPI 4.1, 6.3).
 */
//@ expect: none
//@ twin: shifts_one_barrier.c
#include <mpi.h>
#include <stdio.h>

static int round_of(int k, int rank, int size, const int *cell, MPI_Win win)
{
    int value = rank * k, to = (rank + k) % size, seen;

    MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_flush(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
    seen = cell[0];
    MPI_Barrier(MPI_COMM_WORLD);
    return seen;
}

int main(int argc, char **argv)
{
    int rank, size, sum = 0, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int k = 1; k < size; k++)
        sum += round_of(k, rank, size, cell, win);
    MPI_Win_unlock_all(win);
    printf("%d: %d\n", rank, sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
