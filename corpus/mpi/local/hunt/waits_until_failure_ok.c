/*
 * A loop waits for the fetches in turn for as long as the calls succeed; the values are used if all have.
 *
 * Then the loop has waited for each of them (MPI 4.1, 12.3.5).
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
    int fetched[6], code = MPI_SUCCESS;
    MPI_Request requests[6];
    for (int i = 0; i < 6; i++)
        MPI_Rget(&fetched[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]);
    for (int i = 0; i < 6 && code == MPI_SUCCESS; i++)
        code = MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS)
        sum = fetched[5];
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
