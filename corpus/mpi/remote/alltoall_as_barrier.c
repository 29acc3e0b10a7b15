/*
 * Each process gets from its right neighbour; then a collective, then the owner changes its cell.
 *
 * MPI_Alltoall brings each process a value of each other (MPI 4.1, 6.8), given after that one's flush.
 */
//@ expect: none
//@ twin: scatter_as_barrier.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int got, *mem, *out, *in;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    out = calloc(size, sizeof(int));
    in = calloc(size, sizeof(int));
    mem[0] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    mem[0] = -1;
    printf("%d\n", got + in[0]);
    MPI_Win_unlock_all(win);
    free(out);
    free(in);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
