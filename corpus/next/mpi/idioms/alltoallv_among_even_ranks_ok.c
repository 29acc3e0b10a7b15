// All processes exchange one number each by `MPI_Alltoallv`, so the load of process 1 comes behind the flushed put of process 0 (MPI 4.1, 6.8 and
// 12.7).
//
//@ expect: none
//@ twin: alltoallv_among_even_ranks_race.c
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
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    int *counts = malloc(size * sizeof(int)), *places = malloc(size * sizeof(int));
    int *out = calloc(size, sizeof(int)), *in = calloc(size, sizeof(int));
    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        places[i] = i;
    }
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && size > 1) {
        int one = 1;
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    MPI_Alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d\n", *cell);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
