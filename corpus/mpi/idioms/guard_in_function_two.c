/*
 * A function ends the program with fewer than two processes; with two, the destination of a pending get is stored to.
 *
 * The get is pending until the unlock (MPI 4.1, 12.5.3 and 12.7).
 */
//@ expect: error RMA103 A B
//@ twin: guard_in_function_three.c
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
    need(2, size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
    if (size == 2)
        got = 1; //@ B
    MPI_Win_unlock(0, win);
    printf("%d\n", got);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
