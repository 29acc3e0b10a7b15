/*
 * An exchange of keys: each process counts how many of its keys belong to each process, and puts each block that is not empty into
 * its place in the window of the owner.
 *
 * Only one fence comes after the puts, none before: they are in no epoch (MPI 4.1, 12.5.1). Some block is not empty in every run.
 */
//@ expect: error RMA501 A A
//@ twin: counted_blocks_in_epoch_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 200 };

int main(int argc, char **argv)
{
    int rank, size;
    unsigned seed;
    long *keys, *first, *there;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    keys = malloc(KEYS * sizeof *keys);
    first = calloc(size + 1, sizeof *first);
    seed = 17u * rank + 5;
    for (int i = 0; i < KEYS; i++) {
        seed = seed * 1664525u + 1013904223u;
        keys[i] = (seed >> 16) % size;
        first[keys[i] + 1]++;
    }
    MPI_Win_allocate((MPI_Aint)KEYS * size * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &there, &win);
    for (int t = 0; t < size; t++) {
        int n = (int)first[t + 1];
        if (n > 0)
            MPI_Put(keys, n, MPI_LONG, t, (MPI_Aint)rank * KEYS, n, MPI_LONG, win); //@ A
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    printf("%ld\n", there[0]);
    MPI_Win_free(&win);
    free(first);
    free(keys);
    MPI_Finalize();
    return 0;
}
