/*
 * Three requests are on their way at a time; each turn waits for the oldest one and moves the handles of the others up by one cell.
 *
 * A copy of a handle names the same operation (MPI 4.1, 2.5.1): the wait for the first cell completes the fetch of two turns ago (12.3.5), whose
 * value is used.
 */
//@ expect: none
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, *base, sum = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 16; i++)
        base[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    int right = (rank + 1) % size;
    int fetched[8];
    MPI_Request requests[3];
    MPI_Rget(&fetched[0], 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[0]);
    MPI_Rget(&fetched[1], 1, MPI_INT, right, 1, 1, MPI_INT, win, &requests[1]);
    for (int i = 2; i < 8; i++) {
        MPI_Rget(&fetched[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[2]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        sum += fetched[i - 2];
        requests[0] = requests[1];
        requests[1] = requests[2];
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
