/*
 * A loop over rounds in which odd rounds are cut short by continue.
 *
 * In odd rounds the put is issued and continue skips the flush; the next round stores a new value into
 * the origin buffer of the pending put (MPI 4.1, 12.3).
 */
//@ expect: error RMA101 A B
//@ twin: continue_before_put.c
#include <mpi.h>

#define ROUNDS 10

int main(int argc, char **argv)
{
    int rank, size, *mem, msg, r;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(ROUNDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int to = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    for (r = 0; r < ROUNDS; r++) {
        msg = rank * ROUNDS + r; //@ B
        MPI_Put(&msg, 1, MPI_INT, to, r, 1, MPI_INT, win); //@ A
        if (r % 2)
            continue;
        MPI_Win_flush(to, win);
    }
    MPI_Win_unlock(to, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
