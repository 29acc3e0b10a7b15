/*
 * Put to the right neighbour and flush; then a collective of one value, then the load of the own cell.
 *
 * The collective is an allreduce: its result needs the value of every process, so each flush comes before
 * each load (MPI 4.1, 6.9.6).
 */
//@ expect: none
//@ twin: bcast_as_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, go = 1, all = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Allreduce(&go, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d\n", mem[0] + all);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
