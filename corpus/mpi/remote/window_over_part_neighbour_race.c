// A window of all processes over parts of a shared window. A process puts into the part of its right neighbour, and reads the part of its
// left neighbour in the node directly, before the fence that ends the epoch: the put of a third process is not ordered with this
// load (MPI 4.1, 12.7.3).
//
//@ expect: error RMA201 A B
//@ twin: window_over_part_neighbour_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int world, size, rank, parts, unit, out, *own, *left;
    MPI_Aint bytes;
    MPI_Comm node;
    MPI_Win shared, win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &parts);
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &own, &shared);
    MPI_Win_create(own, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_shared_query(shared, (rank + parts - 1) % parts, &bytes, &unit, &left);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, shared);
    out = world;
    MPI_Win_fence(0, win);
    MPI_Put(&out, 1, MPI_INT, (world + 1) % size, 0, 1, MPI_INT, win); //@ A
    MPI_Win_sync(shared);
    MPI_Win_sync(shared);
    printf("%d\n", *left); //@ B
    MPI_Win_fence(0, win);
    MPI_Win_unlock_all(shared);
    MPI_Win_free(&win);
    MPI_Win_free(&shared);
    MPI_Finalize();
    return 0;
}
