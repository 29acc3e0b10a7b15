/*
 * The same with a function that tests one request until it is complete.
 *
 * MPI 4.1, 3.7.3: a test with flag = true completes its operation, as a wait does.
 * The loop finishes the first request again and again, the others are waited for after the loads. Happens with any number of processes.
 */
//@ expect: error RMA102 GET USE
//@ twin: requests_finished_ok.c
#include <mpi.h>
#include <stdio.h>

enum { N = 40 };

static int data[N];

static void finish(MPI_Request *request)
{
    int done = 0;
    while (!done)
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size, got[N], sum = 0;
    MPI_Request requests[N];
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < N; i++)
        data[i] = rank + i;
    MPI_Win_create(data, sizeof data, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < N; i++)
        MPI_Rget(&got[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &requests[i]); //@ GET
    for (int i = 0; i < N; i++)
        finish(&requests[0]);
    for (int i = 0; i < N; i++)
        sum += got[i]; //@ USE
    MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    printf("%d of %d: %d\n", rank, size, sum);
    MPI_Finalize();
    return 0;
}
