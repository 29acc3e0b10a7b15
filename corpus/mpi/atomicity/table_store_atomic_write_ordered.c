/*
 * The owner gives a counter its first value; the others add to it by MPI_Fetch_and_op.
 *
 * The store precedes the barrier (MPI 4.1, 6.3).
 */
//@ expect: none
//@ twin: table_store_atomic_write.c
#include <mpi.h>
#include <stdio.h>

static int draw(MPI_Win win)
{
    const int one = 1;
    int number;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    return number;
}

int main(int argc, char **argv)
{
    int rank, size, *counter;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
    if (rank == 0)
        counter[0] = 1000;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0)
        printf("%d: %d\n", rank, draw(win));

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
