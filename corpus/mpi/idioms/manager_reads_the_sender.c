/*
 * Each worker puts its result into its slot at rank 0, flushes and reports by a message; rank 0 receives the
 * reports from any source and reads a slot for each.
 *
 * Rank 0 reads the slot of the sender, MPI_SOURCE of the status (MPI 4.1, 3.2.5, 12.5.4).
 */
//@ expect: none
//@ twin: manager_reads_in_rank_order.c
#include <mpi.h>
#include <stdio.h>

static void work(int rank, MPI_Win win)
{
    double result = 1.0 / rank;
    int done = 1;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&result, 1, MPI_DOUBLE, 0, rank, 1, MPI_DOUBLE, win);
    MPI_Win_unlock(0, win);
    MPI_Send(&done, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
}

static double manage(int workers, const double *slot)
{
    double sum = 0;
    int done;
    MPI_Status status;

    for (int i = 1; i <= workers; i++) {
        MPI_Recv(&done, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &status);
        sum += done * slot[status.MPI_SOURCE];
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *slot;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(double) * size, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
    if (rank > 0)
        work(rank, win);
    else
        printf("%g\n", manage(size - 1, slot));

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
