// Ranks draw tickets from a counter on rank 0 with MPI_Fetch_and_op and use the ticket as an index.
// The ticket is used before the flush: the operation may not have written it (MPI 4.1, 12.3).
//
//@ expect: error RMA102 A B
//@ twin: fop_result_ticket_ok.c
#include <mpi.h>
#include <stdio.h>

static int draw_ticket(MPI_Win win)
{
    const int one = 1;
    int ticket = 0;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win); //@ A
    printf("drawing ticket %d\n", ticket); //@ B
    MPI_Win_flush(0, win);
    MPI_Win_unlock(0, win);
    return ticket;
}

int main(int argc, char **argv)
{
    int next = 0, t;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(&next, sizeof next, sizeof next, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    t = draw_ticket(win);
    printf("ticket %d\n", t);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
