/*
 * Each process adds three doubles to the window of the last rank; the displacement is counted in bytes.
 *
 * The blocks are shifted by half an element against each other: atomicity holds for whole elements (MPI 4.1,
 * 12.7.1). Happens with 2 or more processes.
 */
//@ expect: error RMA301 A A
//@ twin: doubles_apart.c
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 3 };

int main(int argc, char **argv)
{
    int rank, size, last;
    double share[COUNT] = {1, 2, 3}, *mem;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    last = size - 1;
    bytes = (MPI_Aint)sizeof(double) * (size + COUNT);
    mem = calloc((size_t)bytes, 1);
    if (mem == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create(mem, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win);
    MPI_Accumulate(share, COUNT, MPI_DOUBLE, last, 4 * rank, COUNT, MPI_DOUBLE, MPI_SUM, win); //@ A
    MPI_Win_unlock(last, win);

    MPI_Win_free(&win);
    free(mem);
    MPI_Finalize();
    return 0;
}
