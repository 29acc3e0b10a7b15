/*
 * The first process of each node puts its part of a shared-memory window to the next rank; behind a barrier of the node the second process fills
 * that part again, directly.
 *
 * The flush stands behind the barrier: the second process stores to the buffer of the pending put, which may still read it (MPI 4.1, 12.3 and
 * 12.5.4). Happens with 2 or more processes on a node.
 */
//@ expect: error RMA201 PUT FILL
//@ twin: node_outbox_flushed_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 64

int main(int argc, char **argv)
{
    int rank, size, place, unit;
    MPI_Aint bytes;
    MPI_Comm node;
    MPI_Win remote, shared;
    double *table, *own, *outbox;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &remote);
    MPI_Win_allocate_shared(place == 0 ? N * sizeof(double) : 0, sizeof(double), MPI_INFO_NULL, node, &own, &shared);
    MPI_Win_shared_query(shared, 0, &bytes, &unit, &outbox);

    MPI_Win_lock_all(0, remote);
    MPI_Win_lock_all(0, shared);
    if (place == 0) {
        for (int i = 0; i < N; i++)
            outbox[i] = rank + i;
        MPI_Put(outbox, N, MPI_DOUBLE, (rank + 1) % size, 0, N, MPI_DOUBLE, remote); //@ PUT
    }
    MPI_Win_sync(shared);
    MPI_Barrier(node);
    MPI_Win_flush_local_all(remote);
    MPI_Win_sync(shared);
    if (place == 1)
        for (int i = 0; i < N; i++)
            outbox[i] = -i; //@ FILL
    MPI_Win_unlock_all(shared);
    MPI_Win_unlock_all(remote);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %f\n", rank, table[0]);

    MPI_Win_free(&shared);
    MPI_Win_free(&remote);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
