/*
 * Rank 0 puts a result into all others and flushes; a broadcast of its length tells them to read.
 *
 * The last rank is the root: the broadcast orders nothing after rank 0 (MPI 4.1, 6.1, 6.4). Happens with 2 or
 * more processes.
 */
//@ expect: error RMA201 A B
//@ twin: bcast_from_writer.c
#include <mpi.h>
#include <stdio.h>

enum { MAX = 10 };

int main(int argc, char **argv)
{
    int rank, size, length = MAX / 2, sum = 0;
    short result[MAX] = {5, 4, 3, 2, 1}, *copy;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(MAX * sizeof(short), sizeof(short), MPI_INFO_NULL, MPI_COMM_WORLD, &copy, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int t = 1; t < size; t++)
            MPI_Put(result, MAX / 2, MPI_SHORT, t, 0, MAX / 2, MPI_SHORT, win); //@ A
        MPI_Win_flush_all(win);
    }
    MPI_Bcast(&length, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    if (rank != 0) {
        for (int i = 0; i < MAX / 2; i++)
            sum += copy[i]; //@ B
    }
    MPI_Win_unlock_all(win);
    printf("%d: %d (%d)\n", rank, sum, length);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
