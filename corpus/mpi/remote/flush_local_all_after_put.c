/*
 * Rank 0 accesses a cell of rank 1 and calls MPI_Win_flush_local_all; behind a barrier rank 2 puts into that
 * cell.
 *
 * The operation of rank 0 is a put: flush_local_all completes it at its origin only, so it may still be
 * under way when rank 2 puts to the same bytes (MPI 4.1, 12.5.4, 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: flush_local_all_after_get.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 10;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush_local_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ B
    MPI_Win_unlock_all(win);
    printf("%d\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
