/*
 * Fences and two buffers that alternate with cur ^= 1.
 *
 * The next message is written before cur is toggled, that is, into the origin buffer of the put of
 * this epoch, which completes only at the fence (MPI 4.1, 12.5.1).
 */
//@ expect: error RMA101 A B
//@ twin: xor_toggle_in_time.c
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
        MPI_Put(&msg[cur], 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ A
        msg[cur] = step + rank; //@ B
        cur ^= 1;
        MPI_Win_fence(0, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
