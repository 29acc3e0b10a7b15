/*
 * While rows are to be computed, a process asks with MPI_Test whether its get has come; the number of rows stands on the command line.
 *
 * Behind the loop it waits unless the test has succeeded: the get is complete when its result is printed (MPI 4.1, 3.7.3 and 12.3.5).
 */
//@ expect: none
//@ twin: rows_until_arrived_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 16

static double grid[1000];

static void work(int row)
{
    grid[row % 1000] += 0.5 * row;
}

int main(int argc, char **argv)
{
    int rank, size, done = 0, row = 0;
    double *mem, halo[N];
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 100, next = (rank + 1) % size;
    MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < N; i++)
        mem[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    MPI_Rget(halo, N, MPI_DOUBLE, next, 0, N, MPI_DOUBLE, win, &req);
    while (!done && row < n) {
        work(row++);
        MPI_Test(&req, &done, MPI_STATUS_IGNORE);
    }
    if (!done)
        MPI_Wait(&req, MPI_STATUS_IGNORE);
    printf("%f %f\n", halo[0], grid[0]);
    MPI_Win_unlock(next, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
