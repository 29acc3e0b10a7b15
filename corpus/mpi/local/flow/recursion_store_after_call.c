/*
 * A recursive function that sends one element per level and clears it on the way back.
 *
 * On the way back v[depth] is cleared while the put of this level is pending: nothing below it
 * completed anything (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: recursion_flush_then_store.c
#include <mpi.h>

static int v[16];
static int peer;
static MPI_Win win;

static void descend(int depth)
{
    if (depth == 0)
        return;
    v[depth] = depth * depth;
    MPI_Put(&v[depth], 1, MPI_INT, peer, depth, 1, MPI_INT, win); //@ A
    descend(depth - 1);
    v[depth] = 0; //@ B
}

int main(int argc, char **argv)
{
    int rank, size, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    peer = (rank + 1) % size;
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win);
    descend(15);
    MPI_Win_unlock(peer, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
