/*
 * A function ends the program with fewer than three processes; what follows is written for two as well, but never runs with two.
 *
 * With three or more the store to the destination of the pending get is not reached (MPI 4.1, 12.7: it would be a race).
 */
//@ expect: none
//@ twin: guard_in_function_two.c
#include <mpi.h>
#include <stdio.h>

static void need(int least, int size)
{
    if (size < least) {
        fprintf(stderr, "at least %d processes\n", least);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char **argv)
{
    int rank, size, got = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    need(3, size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (size == 2)
        got = 1;
    MPI_Win_unlock(0, win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
