/*
 * The usual stencil loop; the number of steps is a program argument.
 *
 * The loop flushes only locally (MPI 4.1, 12.5.4): the put may arrive while the neighbour reads, and two
 * puts of one process in different steps write the same cell without completion at the target between them
 * (12.7.2). Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ expect: error RMA203 A A
//@ twin: steps_from_argument_flush.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x = 1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int steps = argc > 1 ? atoi(argv[1]) : 4;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    for (int s = 0; s < steps; s++) {
        MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush_local_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        x += mem[0]; //@ B
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
