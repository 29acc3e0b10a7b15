/*
 * The first process of each node puts into a cell of rank 0, the one that its number has in its own node.
 *
 * The first processes of two nodes both put into cell 0, in no order (MPI 4.1, 12.7): happens with two nodes.
 */
//@ expect: error RMA203 PUT PUT
//@ twin: first_of_node_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, place, first, *cells, sum = 0;
    MPI_Comm node;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    first = rank;
    MPI_Bcast(&first, 1, MPI_INT, 0, node);
    MPI_Win_allocate(size * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < size; i++)
        cells[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (place == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, first - rank, 1, MPI_INT, win); //@ PUT
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        for (int i = 0; i < size; i++)
            sum += cells[i];
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
