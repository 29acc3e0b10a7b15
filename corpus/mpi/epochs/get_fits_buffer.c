/*
 * A get of four bytes into a variable of four bytes, which is read behind the fence.
 *
 * The buffer has room for what the operation moves, and the fence completes it (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: get_longer_than_buffer.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int value = 0;
    int rank, mem[8] = {0}, seen;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    seen = value + 1;
    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
