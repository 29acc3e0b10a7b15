/*
 * Two origins access one cell of the last rank in the same phase, each under a shared lock.
 *
 * Both get (MPI 4.1, 12.7; thesis, Table 2.2: remote read, remote read).
 */
//@ expect: none
//@ twin: table_get_put.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, last, a = 1, b = 2, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    last = size - 1;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win);
    if (rank == 0)
        MPI_Get(&a, 1, MPI_INT, last, 0, 1, MPI_INT, win);
    if (rank == 1)
        MPI_Get(&b, 1, MPI_INT, last, 0, 1, MPI_INT, win);
    MPI_Win_unlock(last, win);
    printf("%d %d\n", a, b);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
