/*
 * The processes of a node have a window with a slot for each of them, at the first one. Each puts its number to its own slot.
 *
 * The ranks on the node are 0 to the number of its processes less one, and so are the slots (MPI 4.1, 7.3.1).
 */
//@ expect: none
//@ twin: slot_on_node_next.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, on_node, of_node, *slots;
    MPI_Comm node;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &on_node);
    MPI_Comm_size(node, &of_node);
    MPI_Win_allocate(of_node * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &slots, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, on_node, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
