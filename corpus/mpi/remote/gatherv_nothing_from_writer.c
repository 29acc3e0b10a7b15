/*
 * Rank 1 puts into rank 0 and completes the put; rank 0 loads behind an MPI_Gatherv of one element from each process but rank 1.
 *
 * Rank 0 waits for the data of the others alone: a collective call need not synchronise beyond that (MPI 4.1, 6.1 and 6.5).
 */
//@ expect: error RMA201 A B
//@ twin: gatherv_one_from_writer.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, *all, *counts, *displs, value = 5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    all = malloc(size * sizeof(int));
    counts = malloc(size * sizeof(int));
    displs = malloc(size * sizeof(int));
    for (int i = 0; i < size; i++) {
        counts[i] = i == 1 ? 0 : 1;
        displs[i] = i;
    }

    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_flush(0, win);
    }
    MPI_Gatherv(&rank, rank == 1 ? 0 : 1, MPI_INT, all, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    free(all);
    free(counts);
    free(displs);
    MPI_Finalize();
    return 0;
}
