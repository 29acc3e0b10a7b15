/*
 * Rank 0 puts into rank 1 and completes the put; rank 1 loads behind an MPI_Scatterv of one element to each process but rank 2.
 *
 * Rank 1 has its element only after the root has called MPI_Scatterv, behind its flush (MPI 4.1, 6.6 and 12.5.4).
 */
//@ expect: none
//@ twin: scatterv_nothing_to_reader.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, *all = NULL, *counts = NULL, *displs = NULL, part = 0, value = 5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        all = calloc(size, sizeof(int));
        counts = malloc(size * sizeof(int));
        displs = malloc(size * sizeof(int));
        for (int i = 0; i < size; i++) {
            counts[i] = i == 2 ? 0 : 1;
            displs[i] = i;
        }
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(1, win);
    }
    if (rank == 2)
        MPI_Scatterv(NULL, NULL, NULL, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Scatterv(all, counts, displs, MPI_INT, &part, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    free(all);
    free(counts);
    free(displs);
    MPI_Finalize();
    return 0;
}
