/*
 * The counts are exchanged by MPI_Alltoall; each target computes where the block of each origin begins and
 * tells the origins by a second MPI_Alltoall; then all blocks are put.
 *
 * The displacements at one target are the prefix sums of the counts that its origins put: the blocks are
 * disjoint. Fences separate the puts from the loads (MPI 4.1, 12.5.1).
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int *table(int n)
{
    int *t = calloc((size_t)n, sizeof *t);

    if (t == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return t;
}

int main(int argc, char **argv)
{
    int rank, size, room = 0, *inbox;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *give = table(size), *take = table(size), *begin = table(size), *at = table(size);
    int *data = table(size + 1);

    for (int t = 0; t < size; t++)
        give[t] = 1 + (rank + t) % 3;
    MPI_Alltoall(give, 1, MPI_INT, take, 1, MPI_INT, MPI_COMM_WORLD);
    for (int o = 0; o < size; o++) {
        begin[o] = room;
        room += take[o];
    }
    MPI_Alltoall(begin, 1, MPI_INT, at, 1, MPI_INT, MPI_COMM_WORLD);

    MPI_Win_allocate((MPI_Aint)sizeof(int) * room, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &inbox, &win);
    int three[3] = {rank, rank, rank};
    MPI_Win_fence(0, win);
    for (int t = 0; t < size; t++)
        MPI_Put(three, give[t], MPI_INT, t, at[t], give[t], MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int o = 0; o < size; o++)
        data[o] = inbox[begin[o]];
    printf("%d: %d of %d\n", rank, data[size - 1], room);

    free(data);
    free(at);
    free(begin);
    free(take);
    free(give);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
