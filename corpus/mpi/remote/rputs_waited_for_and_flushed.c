/*
 * Four request-based puts to the right, a loop that waits for each, a flush, a barrier, loads by the target.
 *
 * The flush completes them at their target (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: rputs_waited_for.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0, values[4], *mem;
    MPI_Request requests[4];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 4; i++) {
        values[i] = rank + i;
        MPI_Rput(&values[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, &requests[i]);
    }
    for (int i = 0; i < 4; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Win_flush((rank + 1) % size, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++)
        sum += mem[i];
    printf("%d\n", sum);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
