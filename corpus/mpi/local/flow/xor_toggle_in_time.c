/*
 * Fences and two buffers that alternate with cur ^= 1.
 *
 * cur is toggled first, so the next message goes to the other buffer. Its own put of the epoch before
 * was completed by the fence (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: xor_toggle_too_late.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, cur = 0, msg[2] = {0, 0}, inbox = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&inbox, sizeof inbox, sizeof inbox, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    for (int step = 0; step < 8; step++) {
        MPI_Put(&msg[cur], 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
        cur ^= 1;
        msg[cur] = step + rank;
        MPI_Win_fence(0, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
