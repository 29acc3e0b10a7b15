/*
 * Between two fences rank 1 receives a message from rank 0, which puts into it as well.
 *
 * The message is received into the window: MPI_MODE_NOSTORE speaks of local receives too (MPI 4.1, 12.5.5).
 * Happens with 2 or more processes.
 */
//@ expect: error RMA505 A B
//@ twin: fence_nostore_receive_outside.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, value = 9, other = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Send(&size, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    }
    if (rank == 1)
        MPI_Recv(&mem[1], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //@ A
    MPI_Win_fence(MPI_MODE_NOSTORE, win); //@ B
    printf("%d %d\n", mem[0], other);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
