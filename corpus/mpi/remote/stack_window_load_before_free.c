/*
 * A window over a variable of main; the value that the left neighbour put is used at the end.
 *
 * The load stands before MPI_Win_free, and nothing orders it behind the unlock of the neighbour (MPI 4.1,
 * 12.5.3). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: stack_window_load_after_free.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, cell = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    x = rank;
    int to = (rank + 1) % size;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ A
    MPI_Win_unlock(to, win);
    printf("%d\n", cell); //@ B

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
