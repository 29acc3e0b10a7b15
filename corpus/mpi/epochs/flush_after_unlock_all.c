/*
 * Puts to all processes in a lock_all epoch; a flush ends the work.
 *
 * The flush comes after MPI_Win_unlock_all, outside any passive epoch (MPI 4.1, 12.5.4). Happens with any
 * number of processes.
 */
//@ expect: error RMA503 A A
//@ twin: flush_before_unlock_all.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);
    for (int t = 0; t < size; t++)
        MPI_Put(&rank, 1, MPI_INT, t, rank, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_flush_all(win); //@ A

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
