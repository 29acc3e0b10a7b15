/*
 * One arm of a switch issues the put and falls through into the arm that completes it.
 *
 * The arm with the put falls through into the flush (MPI 4.1, 12.5.4), so the put is complete at the
 * origin before the store; the other arms issue nothing.
 */
//@ expect: none
//@ twin: switch_break_before_flush.c
#include <mpi.h>

enum { SEND = 0, DRAIN = 1, IDLE = 2 };

int main(int argc, char **argv)
{
    int rank, size, state, token = 7, *slot;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
    state = rank % 3;
    int peer = (rank + 1) % size;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win);
    switch (state) {
    case SEND:
        MPI_Put(&token, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
        /* fall through */
    case DRAIN:
        MPI_Win_flush(peer, win);
        break;
    case IDLE:
    default:
        break;
    }
    token = 8;
    MPI_Win_unlock(peer, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
