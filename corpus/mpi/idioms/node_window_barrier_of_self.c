/*
 * The processes of each node have a window of their own: all get the cell of the first; a barrier of MPI_COMM_SELF; the first stores.
 *
 * A process is alone in MPI_COMM_SELF (MPI 4.1, 7.2.4). That two processes share a node is as possible as any number of
 * processes: an error.
 */
//@ expect: error RMA202 A B
//@ twin: node_window_barrier_of_node.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, *mem, value = 5;
    int place, *cells;
    MPI_Comm node;
    MPI_Win win, near;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &cells, &near);

    MPI_Win_lock_all(0, near);
    if (place > 0) {
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, near); //@ A
        MPI_Win_flush(0, near);
    }
    MPI_Barrier(MPI_COMM_SELF);
    if (place == 0)
        cells[0] = 7; //@ B
    MPI_Win_unlock_all(near);

    MPI_Win_free(&near);
    MPI_Comm_free(&node);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
