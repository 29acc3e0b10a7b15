/*
 * A shared-memory window: each process stores a value directly into the segment of its right neighbour and
 * puts another into that of its left neighbour.
 *
 * The store of one neighbour and the put of the other go to the same cell of a segment (MPI 4.1, 12.2.3,
 * 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: shared_store_beside_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, left, right, unit, *mine, *theirs;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, right, &bytes, &unit, &theirs);

    MPI_Win_lock_all(0, win);
    theirs[1] = rank; //@ B
    MPI_Put(&rank, 1, MPI_INT, left, 1, 1, MPI_INT, win); //@ A
    MPI_Win_flush(left, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    printf("%d: %d %d\n", rank, mine[0], mine[1]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
