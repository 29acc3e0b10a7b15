// The origin buffer is the process's own part of an allocated window; it is changed before the unlock. The
// neighbour writes other cells. The put reads its origin buffer until the unlock (MPI 4.1, 12.5.3).
//
//@ expect: error RMA101 A B
//@ twin: own_window_origin_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *mem;
    MPI_Win_allocate(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int right = (rank + 1) % size;

    for (int i = 0; i < 2 * N; i++)
        mem[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(mem, N, MPI_INT, right, N, N, MPI_INT, win); //@ A
    mem[3] = -1; //@ B
    MPI_Win_unlock(right, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
