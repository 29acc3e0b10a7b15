// The number of elements that each process contributes is fetched by a get that is complete when MPI_Gatherv reads the array.
// Arrays of counts and displacements are arguments of mode IN, significant at the root (MPI 4.1, 6.5); the result of a get may be read
// once the operation is complete (12.3.2).
//
//@ expect: none
//@ twin: gatherv_counts_get_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, own = 3;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = 1;
    MPI_Barrier(MPI_COMM_WORLD);

    int *counts = malloc(size * sizeof(int)), *displs = malloc(size * sizeof(int)), *all = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        displs[i] = i;
    }
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Get(&counts[size - 1], 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    MPI_Gatherv(&own, 1, MPI_INT, all, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    free(counts);
    free(displs);
    free(all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
