/*
 * A get of four bytes into a variable of one byte, which is read before the get is complete.
 *
 * The buffer must have room for what the operation moves (MPI 4.1, 3.2.2 and 12.3). Whatever lies behind it, its first byte is written by the
 * get and read while that is pending (12.3.2): one mistake does not hide the other.
 */
//@ expect: error RMA509 A A
//@ expect: error RMA102 A B
//@ twin: get_fits_buffer.c
#include <mpi.h>

int main(int argc, char **argv)
{
    signed char value = 0;
    int rank, mem[8] = {0}, seen;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win); //@ A
    seen = value + 1; //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return seen;
}
