/*
 * Workers add to an array of rank 0 by MPI_Raccumulate and wait for the requests; behind a barrier rank 0
 * adds the array up.
 *
 * A flush completes the updates at rank 0 before the barrier (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: raccumulate_wait_only.c
#include <mpi.h>
#include <stdio.h>

enum { N = 16, PARTS = 4 };

static void contribute(const int *data, MPI_Win win)
{
    MPI_Request request[PARTS];

    for (int p = 0; p < PARTS; p++) {
        int at = p * (N / PARTS);
        MPI_Raccumulate(data + at, N / PARTS, MPI_INT, 0, at, N / PARTS, MPI_INT, MPI_SUM, win, &request[p]);
    }
    MPI_Waitall(PARTS, request, MPI_STATUSES_IGNORE);
    MPI_Win_flush(0, win);
}

int main(int argc, char **argv)
{
    int rank, size, data[N], sum = 0, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < N; i++) {
        data[i] = rank + i;
        mem[i] = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    contribute(data, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        for (int i = 0; i < N; i++)
            sum += mem[i];
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
