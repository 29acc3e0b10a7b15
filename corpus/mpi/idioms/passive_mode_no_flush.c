/*
 * An option chooses between fences and a lock_all epoch; it is asked again at each place where the two
 * differ.
 *
 * In the mode with lock_all nothing completes the put before the barrier (MPI 4.1, 12.5.4). Happens with any
 * number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: passive_mode_flush.c
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size, passive, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    passive = argc > 1 && strcmp(argv[1], "-p") == 0;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    if (passive)
        MPI_Win_lock_all(0, win);
    else
        MPI_Win_fence(0, win);

    MPI_Put(&rank, 1, MPI_INT, size - 1 - rank, 0, 1, MPI_INT, win); //@ A

    if (!passive)
        MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    printf("%d: %d\n", rank, *cell); //@ B
    if (passive)
        MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
