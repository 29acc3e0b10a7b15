/*
 * Flush and barrier in the two possible orders, between a put and the owner's load.
 *
 * The barrier stands first: when the owner leaves it, the put of the neighbour may still be under way, and
 * its flush comes without order against the load (MPI 4.1, 12.5.4). Happens with 2 or more processes.
 */
//@ expect: error RMA201 A B
//@ twin: flush_then_barrier.c
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

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win); //@ A
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_flush(to, win);
    printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
