/*
 * Two slots take turns: each turn waits for a fetch, takes its value and begins the next fetch into the same slot.
 *
 * The fetch that is waited for went into the other slot: the own one may still be written when it is read, and a second fetch is begun into it (MPI
 * 4.1, 12.3.4). From the second turn on the fetch of two turns ago has been waited for a turn ago; that into slot 0 before the loop never is before its
 * slot is read in the first turn.
 */
//@ expect: error RMA102 FIRST READ
//@ expect: error RMA104 FIRST GET
//@ twin: pipeline_prologue_ok.c
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
    int slots[2];
    MPI_Request requests[12];
    MPI_Rget(&slots[0], 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[0]); //@ FIRST
    MPI_Rget(&slots[1], 1, MPI_INT, right, 1, 1, MPI_INT, win, &requests[1]);
    for (int i = 2; i < 12; i++) {
        MPI_Wait(&requests[i - 1], MPI_STATUS_IGNORE);
        sum += slots[i % 2]; //@ READ
        MPI_Rget(&slots[i % 2], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]); //@ GET
    }
    MPI_Waitall(12, requests, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
