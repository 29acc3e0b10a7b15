/*
 * Parts of both neighbours in a shared window are queried in a loop into a table, and behind it loaded from; at the edge the own part stands in.
 *
 * A barrier between two MPI_Win_sync orders the store of a process to its own part before the load of its neighbour from there
 * (MPI 4.1, 12.2.3, 12.5.4).
 */
//@ expect: none
//@ twin: shared_parts_in_loop_no_barrier.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Aint bytes;
    double *mine, *part[2], x = 0.0;
    int rank, size, unit, i, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    for (i = 0; i < 2; i++) {
        other = i == 0 ? rank - 1 : rank + 1;
        part[i] = mine;
        if (other >= 0 && other < size)
            MPI_Win_shared_query(win, other, &bytes, &unit, &part[i]);
    }

    MPI_Win_lock_all(0, win);
    mine[1] = rank;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (i = 0; i < 2; i++)
        x += part[i][1];
    MPI_Win_unlock_all(win);
    printf("%f\n", x);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
