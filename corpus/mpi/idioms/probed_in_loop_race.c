/*
 * Rank 0 puts, flushes and sends a message in each step. Rank 1 asks for the message as long as it is not there, loads one cell,
 * and receives the message. A barrier ends the step.
 *
 * The message is sent before the flush, so that it says nothing about the put (MPI 4.1, 12.7). Happens with two or more processes.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: probed_in_loop_ok.c
#include <mpi.h>
#include <stdio.h>

enum { STEPS = 6, TAG = 3 };

int main(int argc, char **argv)
{
    int rank, *mem, sum = 0, got;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(STEPS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int k = 0; k < STEPS; k++)
        mem[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int step = 0; step < STEPS; step++) {
        if (rank == 0) {
            MPI_Put(&step, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ PUT
            MPI_Send(&step, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
            MPI_Win_flush(1, win);
        }
        if (rank == 1) {
            int there = 0;
            while (!there)
                MPI_Iprobe(0, TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
            sum += mem[0]; //@ LOAD
            MPI_Recv(&got, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
