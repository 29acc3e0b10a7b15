/*
 * Each step puts to the right neighbour, flushes, and loads what the left one has put. From the 200th step on no barrier stands between flush and
 * load, so nothing orders the load behind the put of the neighbour (MPI 4.1, 12.7): the two race in late iterations only.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: barrier_until_turn_ok.c
#include <mpi.h>
#include <stdio.h>
#define N 64

int main(int argc, char **argv)
{
    int rank, size;
    double *cells, mine[N], sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < N; i++)
        cells[i] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < 4000; step++) {
        for (int i = 0; i < N; i++)
            mine[i] = rank + step * i;
        MPI_Put(mine, N, MPI_DOUBLE, (rank + 1) % size, 0, N, MPI_DOUBLE, win); //@ PUT
        MPI_Win_flush((rank + 1) % size, win);
        if (step < 200)
            MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < N; i++)
            sum += cells[i]; //@ LOAD
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    printf("%g\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
