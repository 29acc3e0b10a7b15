// Each process sends a number to its right neighbour alone, by `MPI_Alltoallv` with counts of zero for the others. Process 1 gets one from
// // process 0, which has flushed its put before, so the load comes behind the put (MPI 4.1, 6.8 and 12.7).
//
//@ expect: none
//@ twin: alltoallv_to_the_right_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *cell;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 4)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    int *sent = malloc(size * sizeof(int)), *received = malloc(size * sizeof(int));
    int *from = malloc(size * sizeof(int)), *to = malloc(size * sizeof(int));
    int out = rank, in = 0;
    for (int i = 0, leaves = 0, arrives = 0; i < size; i++) {
        sent[i] = i == (rank + 1) % size;
        received[i] = rank == (i + 1) % size;
        from[i] = leaves;
        to[i] = arrives;
        leaves += sent[i];
        arrives += received[i];
    }
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        int one = 1;
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    MPI_Alltoallv(&out, sent, from, MPI_INT, &in, received, to, MPI_INT, MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d %d\n", *cell, in);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
