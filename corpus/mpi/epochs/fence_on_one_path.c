/*
 * A step that puts a value, checks its argument and gives up; the fence of the epoch stands before or behind the check.
 *
 * On the path that gives up no fence ends the epoch of the put before the program ends (MPI 4.1, 12.5.1, 11.2.2). Happens
 * with an argument, with any number of processes.
 */
//@ expect: error RMA502 A A
//@ twin: fence_on_every_path.c
#include <mpi.h>

static int value = 4;

static int step(int steps, MPI_Win win, int rank)
{
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win); //@ A
    if (steps > 1)
        return 1;
    MPI_Win_fence(0, win);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, failed, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    failed = step(argc, win, rank);
    if (!failed)
        MPI_Win_free(&win);
    MPI_Finalize();
    return failed;
}
