/*
 * Figure 2.8a: barrier, lock, put, unlock, barrier at the origin; the target prints the cell.
 *
 * The target prints between the barriers, while the put is under way (MPI 4.1, 12.7). Happens with 2
 * processes, the only number that it accepts.
 */
//@ expect: error RMA201 A B
//@ twin: lock_put_print_late.c
#include <mpi.h>
#include <stdio.h>

static void origin(MPI_Win win)
{
    int buf;

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    buf = 42;
    MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); //@ A
    MPI_Win_unlock(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void target(const int *x)
{
    MPI_Barrier(MPI_COMM_WORLD);
    printf("X = %d\n", *x); //@ B
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, size, *x;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
    *x = 0;
    if (rank == 0)
        origin(win);
    else
        target(x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
