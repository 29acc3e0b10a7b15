/*
 * Rank 0 puts one number after another into one cell of rank 1. Both have a flag with a number of steps: rank 1 asks atomically
 * whether the number of its step has come, and rank 0 whether it has been taken.
 *
 * The put is complete before its flag is raised, and the next put waits until the load is over (MPI 4.1, 12.5.4, 12.7).
 */
//@ expect: none
//@ twin: step_taken_race.c
#include <mpi.h>
#include <stdio.h>

enum { STEPS = 6, FLAG = 0, TAKEN = 1, DATA = 2 };

static void store(MPI_Win win, int to, int at, int value)
{
    MPI_Accumulate(&value, 1, MPI_INT, to, at, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(to, win);
}

static void wait_for(MPI_Win win, int own, int at, int value)
{
    int seen, unused = 0;
    do {
        MPI_Get_accumulate(&unused, 1, MPI_INT, &seen, 1, MPI_INT, own, at, 1, MPI_INT, MPI_NO_OP, win);
        MPI_Win_flush(own, win);
    } while (seen < value);
}

int main(int argc, char **argv)
{
    int rank, *mem, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[FLAG] = mem[TAKEN] = mem[DATA] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int step = 1; step <= STEPS; step++) {
        if (rank == 0) {
            MPI_Put(&step, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
            MPI_Win_flush(1, win);
            store(win, 1, FLAG, step);
            wait_for(win, 0, TAKEN, step);
        }
        if (rank == 1) {
            wait_for(win, 1, FLAG, step);
            sum += mem[DATA];
            store(win, 0, TAKEN, step);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
