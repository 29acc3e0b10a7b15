/*
 * Only rank 0 is put to; the others promise with MPI_MODE_NOPUT that nothing will come to them, which may
 * differ between the processes.
 *
 * The condition is turned round: rank 0 promises, and the others put to it (MPI 4.1, 12.5.5). Happens with 2
 * or more processes.
 */
//@ expect: error RMA505 A B
//@ twin: fence_noput_elsewhere.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *table;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
    table[0] = -1;

    MPI_Win_fence(rank == 0 ? MPI_MODE_NOPUT : 0, win); //@ B
    if (rank > 0)
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("%d %d\n", table[0], table[size - 1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
