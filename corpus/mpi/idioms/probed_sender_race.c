/*
 * In each step all but rank 0 put a number into their own cell of rank 0, flush, and send a message. Rank 0 probes for a message
 * of anybody, loads the cell of its sender, and receives the message. A barrier ends the step.
 *
 * The message is sent before the flush, so that it says nothing about the put (MPI 4.1, 12.7). Happens with two or more processes.
 */
//@ expect: warning RMA201 PUT LOAD
//@ twin: probed_sender_ok.c
#include <mpi.h>
#include <stdio.h>

enum { STEPS = 5, MOST = 64, TAG = 3 };

int main(int argc, char **argv)
{
    int rank, size, *mem, sum = 0, got;
    MPI_Status status;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MOST + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int k = 0; k <= MOST; k++)
        mem[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int step = 1; step <= STEPS; step++) {
        if (rank != 0) {
            MPI_Put(&step, 1, MPI_INT, 0, 1 + rank, 1, MPI_INT, win); //@ PUT
            MPI_Send(&step, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
            MPI_Win_flush(0, win);
        } else {
            for (int k = 1; k < size; k++) {
                MPI_Probe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
                sum += mem[1 + status.MPI_SOURCE]; //@ LOAD
                MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
