// A fetched value feeds a second atomic operation as its operand.
// MPI_Win_flush_local completes the first operation, so the fetched value has arrived (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: fop_chain_race.c
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
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, TICKETS, MPI_SUM, win);
    MPI_Win_flush_local(0, win);
    MPI_Accumulate(&ticket, 1, MPI_INT, 0, LAST, 1, MPI_INT, MPI_MAX, win);
    MPI_Win_unlock_all(win);

    printf("%d: %d\n", rank, ticket);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
