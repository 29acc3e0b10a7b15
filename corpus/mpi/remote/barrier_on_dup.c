/*
 * Put, flush, and a barrier on a communicator that is not MPI_COMM_WORLD.
 *
 * It is a duplicate of MPI_COMM_WORLD, with the same group (MPI 4.1, 7.4.2).
 */
//@ expect: none
//@ twin: barrier_on_self.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Comm comm;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);

    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Barrier(comm);
    printf("%d\n", mem[0]);
    MPI_Win_unlock_all(win);
    MPI_Comm_free(&comm);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
