/*
 * Put to the right neighbour under a lock of its own, then the owner loads its cell.
 *
 * Unlock completes the put at the target but orders no other process behind it (MPI 4.1, 12.5.3): the owner
 * may load earlier. Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: unlock_and_barrier.c
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
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    int to = (rank + 1) % size;

    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ A
    MPI_Win_unlock(to, win);
    printf("%d\n", mem[0]); //@ B

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
