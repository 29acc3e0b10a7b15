// MPI_Fetch_and_op with one variable for what is sent and what is fetched.
// Origin and result buffer must be disjoint (MPI 4.1, 12.3.4).
//
//@ expect: error RMA104 A A
//@ twin: fop_one_variable_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, counter = 0, ticket;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&counter, sizeof counter, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    ticket = 1;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&ticket, &ticket, MPI_INT, 0, 0, MPI_SUM, win); //@ A
    MPI_Win_unlock_all(win);
    printf("%d\n", ticket);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
