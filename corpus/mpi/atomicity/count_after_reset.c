/*
 * All processes count events at rank 0 by MPI_Fetch_and_op with MPI_SUM; the last rank sets the counter back
 * by an accumulate with MPI_REPLACE.
 *
 * The reset is flushed before the barrier behind which the counting begins (MPI 4.1, 12.5.4, 6.3).
 */
//@ expect: none
//@ twin: count_beside_reset.c
#include <mpi.h>
#include <stdio.h>

static void reset(MPI_Win win)
{
    static const long zero = 0;

    MPI_Accumulate(&zero, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, win);
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
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Fetch_and_op(&one, &ticket, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    printf("%ld\n", ticket);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
