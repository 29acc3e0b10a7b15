// In each iteration a process puts to its right neighbour, flushes, and exchanges tokens by `MPI_Sendrecv`; then it loads what its left
// neighbour has put. The barrier keeps the next put behind the load (MPI 4.1, 12.7).
//
//@ expect: none
//@ twin: ring_token_every_step_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *cell, sum = 0, steps = argc > 1 ? 50 : 20;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    int right = (rank + 1) % size, left = (rank + size - 1) % size, value = rank, out = 0, in = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 0; step < steps; step++) {
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_flush(right, win);
        MPI_Sendrecv(&out, 1, MPI_INT, right, 3, &in, 1, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += *cell;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d\n", sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
