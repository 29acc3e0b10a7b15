/*
 * Eight values are fetched; a loop waits for one in each turn and adds up the one behind it.
 *
 * The one behind it is waited for in the next turn only: it may still be written (MPI 4.1, 12.3.4 and 12.3.5).
 */
//@ expect: error RMA102 GET READ
//@ twin: eight_added_up_ok.c
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
    MPI_Request requests[8];
    for (int i = 0; i < 8; i++)
        MPI_Rget(&fetched[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]); //@ GET
    for (int i = 0; i < 8; i++) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        if (i < 7)
            sum += fetched[i + 1]; //@ READ
    }
    sum += fetched[0];
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
