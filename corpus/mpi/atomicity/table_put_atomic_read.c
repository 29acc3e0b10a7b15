/*
 * All but rank 0 read a cell of rank 0 atomically; rank 0 accesses it through the window too.
 *
 * Rank 0 puts (MPI 4.1, 12.7.1; thesis, Table 2.2: remote write, remote atomic read). Happens with 2 or more
 * processes.
 */
//@ expect: error RMA301 A B
//@ twin: table_get_atomic_read.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, x = 4, seen = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 1;

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    else
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win); //@ B
    MPI_Win_fence(0, win);
    printf("%d %d\n", x, seen);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
