/*
 * Each process gets a value of its right neighbour's table, which it has allocated and made a window of, and gives the table back.
 *
 * MPI_Win_free returns only when all processes have called it, after the ends of their epochs; the memory may be freed then (MPI
 * 4.1, 12.2.5).
 */
//@ expect: none
//@ twin: window_memory_freed_early.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 16

int main(int argc, char **argv)
{
    int rank, size, seen = -1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *table = malloc(N * sizeof *table);
    for (int i = 0; i < N; i++)
        table[i] = rank + i;
    MPI_Win_create(table, N * sizeof *table, sizeof *table, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int right = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(&seen, 1, MPI_INT, right, 3, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    MPI_Win_free(&win);
    free(table);
    printf("%d\n", seen);
    MPI_Finalize();
    return 0;
}
