/*
 * A recursive function that sends one element per level and clears it on the way back.
 *
 * The flush after the recursive call completes the puts of this and all deeper levels (MPI 4.1,
 * 12.5.4), then the element is cleared.
 */
//@ expect: none
//@ twin: recursion_store_after_call.c
#include <mpi.h>

static int v[16];
static int peer;
static MPI_Win win;

static void descend(int depth)
{
    if (depth == 0)
        return;
    v[depth] = depth * depth;
    MPI_Put(&v[depth], 1, MPI_INT, peer, depth, 1, MPI_INT, win);
    descend(depth - 1);
    MPI_Win_flush(peer, win);
    v[depth] = 0;
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
