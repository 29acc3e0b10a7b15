/*
 * Broadcast along a binary tree: in each round the children fetch the value of their parent, who got
 * it in an earlier round. Between the closing fence of a round and the opening fence of the next one
 * each process stores into its own window memory.
 *
 * The closing fence completes the get at the origin (MPI 4.1, 12.5.1), then the value is tested and
 * stored.
 */
//@ expect: none
//@ twin: tree_bcast_load_in_epoch.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, shared, value, ready;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    shared = rank == 0 ? 4711 : 0;
    value = shared;
    MPI_Win_create(&shared, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    /* round with `first`: ranks first .. 2*first hold the nodes of one level of the tree */
    for (int first = 1; first < size; first = 2 * first + 1) {
        MPI_Win_fence(0, win);
        if (rank >= first && rank <= 2 * first)
            MPI_Get(&value, 1, MPI_INT, (rank - 1) / 2, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        ready = value != 0;
        if (ready)
            printf("rank %d holds the value\n", rank);
        shared = value;
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
