/*
 * An array of requests, one per message, completed together.
 *
 * MPI_Waitall completes all N requests (MPI 4.1, 3.7.5), hence all N Rputs at the origin (12.3.5),
 * before any element is written.
 */
//@ expect: none
//@ twin: waitall_one_short.c
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
        MPI_Rput(&v[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &reqs[i]);
    MPI_Waitall(N, reqs, MPI_STATUSES_IGNORE);
    for (i = 0; i < N; i++)
        v[i] = 100 + rank * i;
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
