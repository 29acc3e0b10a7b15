/*
 * The window of rank 0 counts in ints, those of the others in bytes; rank 1 puts at displacement 1, rank 0 stores element 1.
 *
 * The unit of the target counts (MPI 4.1, 12.3.1): both are at byte 4.
 */
//@ expect: error RMA201 A B
//@ twin: unit_of_target_apart.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, one = 1, *mem;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(int), rank == 0 ? sizeof(int) : 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
    if (rank == 0)
        mem[1] = 2; //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
