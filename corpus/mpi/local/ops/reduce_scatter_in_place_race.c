// MPI_Reduce_scatter_block in place reads all blocks; a get into the second block is pending. In place the
// receive buffer is the input of all blocks; the result is written into the first (MPI 4.1, 6.10.1). Two
// processes or more.
//
//@ expect: error RMA102 A B
//@ twin: reduce_scatter_in_place_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int *v = calloc(size + 1, sizeof *v);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    if (size > 1) {
        MPI_Get(&v[1], 1, MPI_INT, right, 0, 1, MPI_INT, win); //@ A
        MPI_Reduce_scatter_block(MPI_IN_PLACE, v, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //@ B
    }
    MPI_Win_unlock(right, win);
    printf("%d\n", v[0]);
    free(v);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
