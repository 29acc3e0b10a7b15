/*
 * A read-modify-write of one number at the last rank: get, flush, add, put, all in one lock epoch. After the
 * example that the Nasty-MPI slides open with.
 *
 * Exclusive epochs on one target do not overlap (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: add_under_shared_lock.c
#include <mpi.h>
#include <stdio.h>

static double add(double amount, int owner, MPI_Win win)
{
    double number;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, owner, 0, win);
    MPI_Get(&number, 1, MPI_DOUBLE, owner, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush(owner, win);
    number += amount;
    MPI_Put(&number, 1, MPI_DOUBLE, owner, 0, 1, MPI_DOUBLE, win);
    MPI_Win_unlock(owner, win);
    return number;
}

int main(int argc, char **argv)
{
    int rank, size;
    double *account;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &account, &win);
    account[0] = 100.0;
    MPI_Barrier(MPI_COMM_WORLD);

    for (int day = 1; day <= 7; day++)
        printf("day %d, rank %d: %g\n", day, rank, add(0.5 * rank, size - 1, win));

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
