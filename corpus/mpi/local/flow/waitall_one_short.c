/*
 * An array of requests, one per message, completed together.
 *
 * MPI_Waitall gets N - 1 of the N requests; the last Rput is not complete (MPI 4.1, 3.7.5 and 12.3.5),
 * and the loop behind it stores into its origin element too.
 */
//@ expect: error RMA101 A B
//@ twin: waitall_all.c
#include <mpi.h>

#define N 8

int main(int argc, char **argv)
{
    MPI_Request reqs[N];
    int v[N], rank, size, i, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (i = 0; i < N; i++)
        v[i] = rank + i;

    MPI_Win_lock_all(0, win);
    for (i = 0; i < N; i++)
        MPI_Rput(&v[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &reqs[i]); //@ A
    MPI_Waitall(N - 1, reqs, MPI_STATUSES_IGNORE);
    for (i = 0; i < N; i++)
        v[i] = 100 + rank * i; //@ B
    MPI_Wait(&reqs[N - 1], MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
