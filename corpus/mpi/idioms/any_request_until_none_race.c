/*
 * Each process gets N numbers of its right neighbour and waits for any of the requests until none is active. Then it puts the sum into
 * its neighbour and reads what has come.
 *
 * MPI 4.1, 3.7.5: where no request is active MPI_Waitany returns MPI_UNDEFINED: the loop ends.
 * Nothing orders the put of the neighbour and the load. Happens with two or more processes.
 */
//@ expect: error RMA201 PUT LOAD
//@ twin: any_request_until_none_ok.c
#include <mpi.h>
#include <stdio.h>

enum { N = 40 };

static int data[N];

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
        MPI_Rget(&got[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &requests[i]);
    for (;;) {
        int at;
        MPI_Waitany(N, requests, &at, MPI_STATUS_IGNORE);
        if (at == MPI_UNDEFINED)
            break;
        sum += got[at];
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Put(&sum, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win); //@ PUT
    MPI_Win_flush_all(win);
    sum += data[0]; //@ LOAD
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    printf("%d of %d: %d\n", rank, size, sum);
    MPI_Finalize();
    return 0;
}
