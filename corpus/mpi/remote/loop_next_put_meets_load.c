/*
 * Lock_all once, then in each step put, flush_all, barrier, read the own cell.
 *
 * The put of the next step follows the load without a barrier: a fast left neighbour overwrites the cell
 * while this process still reads it (MPI 4.1, 12.7). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: loop_second_barrier.c
#include <mpi.h>
#include <stdio.h>

#define STEPS 10

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, sum = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    for (int s = 0; s < STEPS; s++) {
        x = s + rank;
        MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        sum += mem[0]; //@ B
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
