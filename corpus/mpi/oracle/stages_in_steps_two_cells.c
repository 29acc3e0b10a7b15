/*
 * A put to the right in one of two cells by turns, a loop of as many barriers as processes, a load, in three steps.
 *
 * There is one barrier at least in each step; the put of the next step is in the other cell, and that of the step after comes
 * behind a barrier that the load is before (MPI 4.1, 6.1).
 */
//@ expect: none
//@ twin: stages_in_steps_one_cell.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, value = 1, sum = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    for (int step = 0; step < 3; step++) {
        MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, step % 2, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        for (int stage = 0; stage < size; stage++)
            MPI_Barrier(MPI_COMM_WORLD);
        sum += mem[step % 2];
    }
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
