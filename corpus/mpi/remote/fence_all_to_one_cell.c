/*
 * All processes put into the window of rank 0 in one fence epoch.
 *
 * All of them use displacement 0: concurrent puts to one location of different origins (MPI 4.1, 12.7: a
 * location must not be updated by a put while another update of it is open). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA203 A A
//@ twin: fence_all_to_own_slot.c
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
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = 3 * rank;

    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
