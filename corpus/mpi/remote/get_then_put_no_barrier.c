/*
 * All get from the right neighbour; then all put to the process two ahead.
 *
 * The get is complete at its own process, but the put of another process to the same cell is not ordered
 * behind it (MPI 4.1, 12.5.4, 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: get_then_put_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, got, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = rank;
    x = -rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush_all(win);
    MPI_Put(&x, 1, MPI_INT, (rank + 2) % size, 0, 1, MPI_INT, win); //@ B
    MPI_Win_unlock_all(win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
