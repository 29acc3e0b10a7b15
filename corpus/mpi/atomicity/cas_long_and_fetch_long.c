/*
 * A cell of rank 0 is claimed by MPI_Compare_and_swap and read by MPI_Fetch_and_op with MPI_NO_OP.
 *
 * Both work on a long (MPI 4.1, 12.7.1).
 */
//@ expect: none
//@ twin: cas_int_and_fetch_long.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    long free_mark = 0, mine = 1, found = 0;
    long now = 0, *owner;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &owner, &win);
    *owner = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rank == 0)
        MPI_Fetch_and_op(NULL, &now, MPI_LONG, 0, 0, MPI_NO_OP, win);
    else
        MPI_Compare_and_swap(&mine, &free_mark, &found, MPI_LONG, 0, 0, win);
    MPI_Win_unlock(0, win);
    printf("%ld\n", now + found);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
