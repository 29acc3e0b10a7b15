/*
 * Rank 0 gets a cell of rank 1, which uses the same cell as the buffer of its own operation towards rank 2.
 *
 * The buffer is that of a get, which writes the cell (MPI 4.1, 12.3.2, 12.7; Table 1 of the paper on
 * RMA-Analyzer: get at its origin, get at its target). Happens with 3 or more processes.
 */
//@ expect: error RMA202 A B
//@ twin: origin_put_beside_get.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, got = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 7 + rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
    if (rank == 1)
        MPI_Get(mem, 1, MPI_INT, 2, 0, 1, MPI_INT, win); //@ B
    MPI_Win_unlock_all(win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
