/*
 * The first process of each node gets a table of the last rank into its part of a shared-memory window; behind a barrier of the node all its
 * processes load it there.
 *
 * The unlock stands behind the barrier: another process of the node loads the buffer of the pending get, which writes it (MPI 4.1, 12.3 and
 * 12.5.3). Happens with 2 or more processes on a node.
 */
//@ expect: error RMA201 GET LOAD
//@ twin: node_cache_unlocked_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 64

int main(int argc, char **argv)
{
    int rank, size, place, unit;
    MPI_Aint bytes;
    MPI_Comm node;
    MPI_Win remote, shared;
    double *table, *own, *cache, sum = 0.0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &remote);
    MPI_Win_allocate_shared(place == 0 ? N * sizeof(double) : 0, sizeof(double), MPI_INFO_NULL, node, &own, &shared);
    MPI_Win_shared_query(shared, 0, &bytes, &unit, &cache);

    for (int i = 0; i < N; i++)
        table[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, shared);
    if (place == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, remote);
        MPI_Get(cache, N, MPI_DOUBLE, size - 1, 0, N, MPI_DOUBLE, remote); //@ GET
    }
    MPI_Win_sync(shared);
    MPI_Barrier(node);
    if (place == 0)
        MPI_Win_unlock(size - 1, remote);
    MPI_Win_sync(shared);
    if (place != 0)
        for (int i = 0; i < N; i++)
            sum += cache[i]; //@ LOAD
    MPI_Win_unlock_all(shared);
    printf("%d: %f\n", rank, sum);

    MPI_Win_free(&shared);
    MPI_Win_free(&remote);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
