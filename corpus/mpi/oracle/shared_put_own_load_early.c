/*
 * A put into the right neighbour's part of a shared window, and a direct load of what was put by the same process.
 *
 * The put is not complete at its target before the flush, which comes too late (MPI 4.1, 12.5.4, 12.7). Happens with 1 or more
 * processes.
 */
//@ expect: error RMA201 A B
//@ twin: shared_put_own_load_late.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, right, unit, x = 1, *mem, *theirs;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_shared_query(win, right, &bytes, &unit, &theirs);

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
    printf("%d\n", theirs[0]); //@ B
    MPI_Win_flush(right, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
