/*
 * Each process draws a ticket from a counter at rank 0 by MPI_Fetch_and_op and puts its rank into the slot of
 * that number.
 *
 * The slot is ticket / 2: two tickets share a slot (MPI 4.1, 12.7). The tickets are fetched values: a
 * warning. Happens with 2 or more processes.
 */
//@ expect: warning RMA203 A A
//@ twin: ticket_slot.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, ticket = 0, *table;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    /* cell 0 is the counter, the slots follow */
    MPI_Win_allocate((MPI_Aint)sizeof(int) * (size + 1), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
    table[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 1 + ticket / 2, 1, MPI_INT, win); //@ A
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("first: %d\n", table[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
