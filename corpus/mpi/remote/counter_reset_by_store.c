/*
 * Tickets from a counter at rank 0 by MPI_Fetch_and_op.
 *
 * Rank 0 sets the counter to zero by a plain store while others already draw tickets (MPI 4.1, 12.7.1).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA301 A B
//@ twin: counter_reset_before_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    int one = 1, ticket = -1, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank == 0)
        mem[0] = 0; //@ B
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win); //@ A
    MPI_Win_flush(0, win);
    printf("%d\n", ticket);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
