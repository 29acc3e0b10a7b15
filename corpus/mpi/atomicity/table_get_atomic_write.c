/*
 * Workers add to a sum at rank 0; the last rank watches it.
 *
 * It watches by MPI_Get, which is not atomic (MPI 4.1, 12.7.1; thesis, Table 2.2: remote read, remote atomic
 * write). Happens with 2 or more processes.
 */
//@ expect: error RMA301 A B
//@ twin: table_atomic_read_atomic_write.c
#include <mpi.h>
#include <stdio.h>

static void work(MPI_Win win)
{
    for (int i = 1; i <= 5; i++) {
        double piece = 1.0 / i;
        MPI_Accumulate(&piece, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win); //@ A
        MPI_Win_flush_local(0, win);
    }
}

static double watch(MPI_Win win)
{
    double now = 0;

    MPI_Get(&now, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ B
    MPI_Win_flush(0, win);
    return now;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *sum;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &win);
    sum[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank < size - 1)
        work(win);
    else
        printf("%g\n", watch(win));
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
