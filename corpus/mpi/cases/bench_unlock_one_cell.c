/*
 * A benchmark of lock, put, unlock: all ranks but 0 put into rank 0 at the same time, several rounds. After
 * the case "SKaMPI" of the literature: an array became a scalar.
 *
 * All origins write the one cell of rank 0 under shared locks (MPI 4.1, 12.5.3, 12.7). Happens with 3 or more
 * processes.
 */
//@ expect: error RMA203 A A
//@ twin: bench_unlock_own_cell.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double measure_unlock(int rounds, int value, MPI_Aint cell, MPI_Win win)
{
    double start = MPI_Wtime();

    for (int i = 0; i < rounds; i++) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, cell, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
    }
    return (MPI_Wtime() - start) / rounds;
}

int main(int argc, char **argv)
{
    int rank, size, rounds, *cells;
    double seconds = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? atoi(argv[1]) : 100;
    cells = calloc((size_t)size, sizeof *cells);
    if (cells == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create(cells, (MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0)
        seconds = measure_unlock(rounds, rank, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %g s\n", rank, seconds);

    MPI_Win_free(&win);
    free(cells);
    MPI_Finalize();
    return 0;
}
