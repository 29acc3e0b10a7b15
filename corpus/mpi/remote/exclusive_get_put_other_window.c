/*
 * Two windows over the same array; one process updates a cell, another reads it, each under an exclusive
 * lock.
 *
 * The reader locks and reads through the second window: locks of different windows do not exclude each other
 * (MPI 4.1, 12.5.3), and the memory is the same (12.2.1, 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: exclusive_get_put_same_window.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Win view;
    static int table[4];
    int x = 8, got = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_create(table, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(table, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &view);

    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, win); //@ A
        MPI_Win_unlock(0, win);
    } else if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, view);
        MPI_Get(&got, 1, MPI_INT, 0, 2, 1, MPI_INT, view); //@ B
        MPI_Win_unlock(0, view);
        printf("%d\n", got);
    }
    MPI_Win_free(&view);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
