/*
 * Two buffers from the heap through one allocation wrapper.
 *
 * The second pointer is a copy of the first, so the store changes the origin buffer of the pending put
 * (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: malloc_separate.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fputs("out of memory\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return p;
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(10 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int *halo = xmalloc(10 * sizeof *halo);
    int *work = halo;
    for (int i = 0; i < 10; i++)
        halo[i] = rank;
    MPI_Win_fence(0, win);
    MPI_Put(halo, 10, MPI_INT, (rank + 1) % size, 0, 10, MPI_INT, win); //@ A
    work[4] = 44; //@ B
    MPI_Win_fence(0, win);

    free(halo);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
