/*
 * Each process scatters a row to all others with MPI_Rput, waits for all requests and meets the others at a
 * barrier.
 *
 * The requests complete the puts at the origin only (MPI 4.1, 12.3.5). Happens with any number of processes.
 */
//@ expect: error RMA201 A B
//@ twin: rput_waitall_flush_barrier.c
#include <mpi.h>
#include <stdio.h>

enum { LIMIT = 64 };

int main(int argc, char **argv)
{
    int rank, size, row[LIMIT], sum = 0, *column;
    MPI_Request request[LIMIT];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > LIMIT)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &column, &win);
    for (int t = 0; t < size; t++)
        row[t] = rank * size + t;

    MPI_Win_lock_all(0, win);
    for (int t = 0; t < size; t++)
        MPI_Rput(&row[t], 1, MPI_INT, t, rank, 1, MPI_INT, win, &request[t]); //@ A
    MPI_Waitall(size, request, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int o = 0; o < size; o++)
        sum += column[o]; //@ B
    MPI_Win_unlock_all(win);
    printf("%d: %d\n", rank, sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
