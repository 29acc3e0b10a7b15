/*
 * All processes count events at rank 0 by MPI_Fetch_and_op with MPI_SUM; the last rank sets the counter back
 * by an accumulate with MPI_REPLACE.
 *
 * Nothing orders the reset before the counting of the others: MPI_SUM beside MPI_REPLACE (MPI 4.1, 12.2.1).
 * Happens with 2 or more processes.
 */
//@ expect: warning RMA302 A B
//@ twin: count_after_reset.c
#include <mpi.h>
#include <stdio.h>

static void reset(MPI_Win win)
{
    static const long zero = 0;

    MPI_Accumulate(&zero, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, win); //@ A
    MPI_Win_flush(0, win);
}

int main(int argc, char **argv)
{
    int rank, size;
    long one = 1, ticket, *counter;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
    counter[0] = 17;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == size - 1)
        reset(win);
    MPI_Fetch_and_op(&one, &ticket, MPI_LONG, 0, 0, MPI_SUM, win); //@ B
    MPI_Win_unlock_all(win);
    printf("%ld\n", ticket);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
