/*
 * A ring as a distributed graph; each process writes its rank into both neighbours that MPI_Dist_graph_neighbors names.
 *
 * Both neighbours of a process write into its first slot (MPI 4.1, 8.5.5, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: ring_graph_own_slot.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, beside[2], from[2], to[2], *slots;
    MPI_Comm ring;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    beside[0] = (rank + 1) % size;
    beside[1] = (rank + size - 1) % size;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, beside, MPI_UNWEIGHTED, 2, beside, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &ring);
    MPI_Dist_graph_neighbors(ring, 2, from, MPI_UNWEIGHTED, 2, to, MPI_UNWEIGHTED);
    MPI_Win_allocate(size * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, ring, &slots, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, to[0], 0, 1, MPI_INT, win); //@ A
    MPI_Put(&rank, 1, MPI_INT, to[1], 0, 1, MPI_INT, win); //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
