/*
 * In each step rank 0 puts a number into rank 1, and then stores the number of the step in a flag, atomically. Rank 1 asks
 * atomically until the flag has the number of its own step, and loads. A barrier ends the step.
 *
 * The put is complete before the flag is raised, and no earlier step has stored that number (MPI 4.1, 12.5.4, 12.7).
 */
//@ expect: none
//@ twin: flag_of_step_race.c
#include <mpi.h>
#include <stdio.h>

enum { STEPS = 6, FLAG = 0, DATA = 1 };

static void raise_flag(MPI_Win win, int value)
{
    MPI_Accumulate(&value, 1, MPI_INT, 1, FLAG, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
}

static void wait_for(MPI_Win win, int value)
{
    int seen, unused = 0;
    do {
        MPI_Fetch_and_op(&unused, &seen, MPI_INT, 1, FLAG, MPI_NO_OP, win);
        MPI_Win_flush(1, win);
    } while (seen < value);
}

int main(int argc, char **argv)
{
    int rank, *mem, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[FLAG] = mem[DATA] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int step = 1; step <= STEPS; step++) {
        if (rank == 0) {
            MPI_Put(&step, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
            MPI_Win_flush(1, win);
            raise_flag(win, step);
        }
        if (rank == 1) {
            wait_for(win, step);
            sum += mem[DATA];
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
