// A fetched value feeds a second atomic operation as its operand.
// The second operation reads the variable as its origin buffer while the first may still write it (MPI 4.1, 12.3).
//
//@ expect: error RMA104 A B
//@ twin: fop_chain_ok.c
#include <mpi.h>
#include <stdio.h>

enum { TICKETS, LAST, NCELLS };

int main(int argc, char **argv)
{
    int rank, cells[NCELLS] = {100, 0};
    int one = 1, ticket = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, TICKETS, MPI_SUM, win); //@ A
    MPI_Accumulate(&ticket, 1, MPI_INT, 0, LAST, 1, MPI_INT, MPI_MAX, win); //@ B
    MPI_Win_unlock_all(win);

    printf("%d: %d\n", rank, ticket);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
