/*
 * Rank 0 gives memory counted in ints, the others none (`NULL`, size 0), counted in bytes, by another call. Rank 1 puts at
 * displacement 1 of rank 0, which stores element 4.
 *
 * The calls are one collective call, and the unit of the target counts (MPI 4.1, 12.2.1 and 12.3.1): byte 4 and byte 16.
 */
//@ expect: none
//@ twin: unit_of_only_member_meets.c
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, one = 1, mem[16] = {0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    else
        MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    if (rank == 0)
        mem[4] = 2;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
