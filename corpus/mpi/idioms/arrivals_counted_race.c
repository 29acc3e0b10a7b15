/*
 * In each step all but rank 0 put a number into their own cell of rank 0, and then add one to a counter there. Rank 0 asks
 * atomically until as many have come in all steps, and loads the cells. A barrier ends the step.
 *
 * The flush is missing before the addition: who sees the sum does not know that the put is complete (MPI 4.1, 12.5.4,
 * 12.7). Happens with two or more processes.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: arrivals_counted_ok.c
#include <mpi.h>
#include <stdio.h>

enum { STEPS = 5, MOST = 64 };

int main(int argc, char **argv)
{
    int rank, size, *mem, sum = 0, one = 1, unused = 0, seen, old;
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
            MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win);
            MPI_Win_flush(0, win);
        } else {
            do {
                MPI_Fetch_and_op(&unused, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
                MPI_Win_flush(0, win);
            } while (seen < (size - 1) * step);
            for (int from = 1; from < size; from++)
                sum += mem[1 + from]; //@ LOAD
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
