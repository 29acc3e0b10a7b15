/*
 * The completion depends on a random number.
 *
 * When rand() is even the put is not flushed, and the store changes the buffer of a pending put (MPI
 * 4.1, 12.3). A value read at run time decides whether it happens, so the level is warning.
 */
//@ expect: warning RMA101 A B
//@ twin: random_flush_both.c
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    int rank, size, load, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    srand((unsigned)time(NULL) + (unsigned)rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    int peer = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
    load = 50;
    MPI_Put(&load, 1, MPI_INT, peer, 0, 1, MPI_INT, win); //@ A
    if (rand() % 2)
        MPI_Win_flush(peer, win);
    load = 60; //@ B
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
