/*
 * A token goes from rank to rank; who has it counts up a number in the window of rank 0 by get and put.
 *
 * The put is complete only at the end of the program: the next process may get or put the number before it
 * (MPI 4.1, 12.7.3). From 2 processes on.
 */
//@ expect: error RMA203 A B
//@ expect: error RMA203 B B
//@ twin: token_chain_flush.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, number = 0, token = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank > 0)
        MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&number, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    MPI_Win_flush(0, win);
    number++;
    MPI_Put(&number, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ B
    MPI_Win_flush_local(0, win);
    if (rank < size - 1)
        MPI_Send(&token, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
