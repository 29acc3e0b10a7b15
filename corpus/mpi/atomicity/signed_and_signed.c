/*
 * A helper adds to a cell of rank 0 with the datatype that it is given.
 *
 * All ranks use MPI_INT (MPI 4.1, 12.7.1).
 */
//@ expect: none
//@ twin: signed_and_unsigned.c
#include <mpi.h>
#include <stdio.h>

static void add_one(MPI_Datatype type, MPI_Win win)
{
    static const int one = 1;

    MPI_Accumulate(&one, 1, type, 0, 0, 1, type, MPI_SUM, win);
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    add_one(MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
