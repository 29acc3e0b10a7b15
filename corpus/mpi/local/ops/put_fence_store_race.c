// A put from a work array inside a fence epoch; the array is then overwritten.
// The store stands before the closing fence, so the put may still read the array (MPI 4.1, 12.3: the local
// buffer of an RMA call should not be updated until the operation completes at the origin).
//
//@ expect: error RMA101 A B
//@ twin: put_fence_store_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, win_mem[N] = {0}, buf[N];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        buf[i] = rank + i;
    MPI_Win_create(win_mem, sizeof win_mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(buf, N, MPI_INT, 1, 0, N, MPI_INT, win); //@ A
    buf[0] = 42; //@ B
    MPI_Win_fence(0, win);

    printf("rank %d: %d %d\n", rank, buf[0], win_mem[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
