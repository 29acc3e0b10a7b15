/*
 * Each process gets the numbers of its right neighbour, each with a request of its own, and repeats the test of one request after the
 * other until it is complete. Then it adds up the numbers.
 *
 * MPI 4.1, 3.7.3: a test with flag = true completes its operation, as a wait does.
 * All gets are complete before the loads.
 */
//@ expect: none
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
        MPI_Rget(&got[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &requests[i]); //@ GET
    for (int i = 0; i < N; i++) {
        int flag;
        do
            MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
        while (!flag);
    }
    for (int i = 0; i < N; i++)
        sum += got[i]; //@ USE
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    printf("%d of %d: %d\n", rank, size, sum);
    MPI_Finalize();
    return 0;
}
