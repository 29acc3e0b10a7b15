/*
 * A buffer address is copied from one descriptor to another with memcpy.
 *
 * The copied descriptor is advanced by its length and names the second half of the block, which no
 * operation uses.
 */
//@ expect: none
//@ twin: copied_pointer_same.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long *at;
    int len;
} span;

int main(int argc, char **argv)
{
    span first, second;
    long *mem;
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    first.at = calloc(8, sizeof(long));
    if (first.at == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    first.len = 4;
    memcpy(&second, &first, sizeof second);
    second.at += first.len;

    MPI_Win_fence(0, win);
    MPI_Accumulate(first.at, first.len, MPI_LONG, (rank + 1) % size, 0, first.len, MPI_LONG, MPI_REPLACE, win);
    second.at[0] = 17;
    MPI_Win_fence(0, win);

    free(first.at);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
