// Requests are collected with `n++`; the wait covers all but the last. MPI_Waitall completes the rputs of its
// requests (MPI 4.1, 12.3.7).
//
//@ expect: error RMA101 A B
//@ twin: request_list_grows_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int a = 1, b = 2, n = 0;
    MPI_Request reqs[2];
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rput(&a, 1, MPI_INT, right, 0, 1, MPI_INT, win, &reqs[n++]);
    MPI_Rput(&b, 1, MPI_INT, right, 1, 1, MPI_INT, win, &reqs[n++]); //@ A
    MPI_Waitall(n - 1, reqs, MPI_STATUSES_IGNORE);
    b = 3; //@ B
    MPI_Wait(&reqs[n - 1], MPI_STATUS_IGNORE);
    MPI_Win_unlock(right, win);
    printf("%d\n", a + b);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
