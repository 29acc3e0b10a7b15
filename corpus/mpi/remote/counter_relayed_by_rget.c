/*
 * A counter at rank 0 goes round a ring, three laps: each process waits for the token, reads the counter with MPI_Rget and MPI_Wait, puts the
 * next value, flushes, and hands the token on.
 *
 * The wait completes the read (MPI 4.1, 12.3.6), the flush the put at its target, and the message orders both before the next process' accesses.
 */
//@ expect: none
//@ twin: counter_relayed_flush_late.c
#include <mpi.h>
#include <stdio.h>

#define LAPS 3

int main(int argc, char **argv)
{
    int rank, size, token = 0;
    long *cell, seen = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Put(&seen, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int lap = 0; lap < LAPS; lap++) {
        MPI_Request request;
        if (rank > 0 || lap > 0)
            MPI_Recv(&token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Rget(&seen, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        seen++;
        MPI_Put(&seen, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
        MPI_Win_flush(0, win);
        MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        MPI_Recv(&token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
