// The leaders of the nodes put into the memory of other nodes through a window of theirs, which they make of the part of a shared window
// that they own. All processes of the node read this part. Three processes: the fence orders the leaders, and nothing orders the
// other processes of the node behind their leader (MPI 4.1, 12.7.3).
//
//@ expect: error RMA201 A B
//@ twin: leaders_window_over_part_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int world, rank, lrank, lsize, unit, out, *own, *edge;
    MPI_Aint bytes;
    MPI_Comm node, leaders;
    MPI_Win shared, win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, node, &own, &shared);
    MPI_Win_shared_query(shared, 0, &bytes, &unit, &edge);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, shared);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &leaders);
    if (leaders != MPI_COMM_NULL) {
        MPI_Comm_rank(leaders, &lrank);
        MPI_Comm_size(leaders, &lsize);
        MPI_Win_create(edge, sizeof(int), sizeof(int), MPI_INFO_NULL, leaders, &win);
        out = lrank;
        MPI_Win_fence(0, win);
        MPI_Put(&out, 1, MPI_INT, (lrank + 1) % lsize, 0, 1, MPI_INT, win); //@ A
        MPI_Win_fence(0, win);
    }
    printf("%d\n", *edge); //@ B
    if (leaders != MPI_COMM_NULL)
        MPI_Win_free(&win);
    MPI_Win_unlock_all(shared);
    MPI_Win_free(&shared);
    MPI_Finalize();
    return 0;
}
