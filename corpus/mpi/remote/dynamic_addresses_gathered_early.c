/*
 * A dynamic window: each process attaches its static array and all exchange the addresses; each puts into its right
 * neighbour and then reads its own first element.
 *
 * The load stands before the barrier: nothing orders it with the put of the left neighbour (MPI 4.1, 12.7.3). Element i of
 * what all gather is the address in process i, whatever it is as a number: hence an error. From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: dynamic_addresses_gathered_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int cells[8];

int main(int argc, char **argv)
{
    int rank, size, next, value;
    MPI_Aint mine, *all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    value = rank;
    all = malloc(sizeof(MPI_Aint) * size);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, cells, sizeof cells);
    MPI_Get_address(cells, &mine);
    MPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (next != rank) {
        MPI_Put(&value, 1, MPI_INT, next, all[next], 1, MPI_INT, win); //@ A
        MPI_Win_flush(next, win);
    }
    printf("%d\n", cells[0]); //@ B
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_detach(win, cells);
    MPI_Win_free(&win);
    free(all);
    MPI_Finalize();
    return 0;
}
