/*
 * A helper takes the lock and gives it back; its caller tidies up.
 *
 * Only the helper unlocks (MPI 4.1, 12.5.3).
 */
//@ expect: none
//@ twin: unlock_twice.c
#include <mpi.h>
#include <stdio.h>

static long read_far(int target, MPI_Win win)
{
    long value;

    MPI_Win_lock(MPI_LOCK_SHARED, target, MPI_MODE_NOCHECK, win);
    MPI_Get(&value, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
    MPI_Win_unlock(target, win);
    return value;
}

int main(int argc, char **argv)
{
    int rank, size, target;
    long *mem, value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    target = (rank + 1) % size;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = 100 + rank;
    MPI_Barrier(MPI_COMM_WORLD);

    value = read_far(target, win);
    printf("%ld\n", value);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
