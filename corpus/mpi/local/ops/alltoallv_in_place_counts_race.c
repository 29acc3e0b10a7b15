// A get into the array of send counts is pending during MPI_Alltoallv, which reads it.
// With MPI_IN_PLACE sendcounts, sdispls and sendtype are ignored (MPI 4.1, 6.8); otherwise all counts are read, and the result of a get
// may be read once the operation is complete (12.3.2).
//
//@ expect: error RMA102 A B
//@ twin: alltoallv_in_place_counts_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    *mem = 1;
    MPI_Barrier(MPI_COMM_WORLD);

    int *next = malloc(size * sizeof(int)), *counts = malloc(size * sizeof(int)), *displs = malloc(size * sizeof(int));
    int *out = calloc(size, sizeof(int)), *in = calloc(size, sizeof(int));
    for (int i = 0; i < size; i++) {
        next[i] = counts[i] = 1;
        displs[i] = i;
    }
    MPI_Win_lock_all(0, win);
    MPI_Get(&next[rank], 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Alltoallv(out, next, displs, MPI_INT, in, counts, displs, MPI_INT, MPI_COMM_WORLD); //@ B
    MPI_Win_unlock_all(win);

    printf("%d %d\n", out[0], in[0]);
    free(next);
    free(counts);
    free(displs);
    free(out);
    free(in);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
