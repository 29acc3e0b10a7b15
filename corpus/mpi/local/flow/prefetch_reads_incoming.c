/*
 * Prefetching: while block b is processed, block b + 1 is fetched into the other buffer (cur = 1 -
 * cur).
 *
 * The loop sums the buffer that is being fetched, not the one that has arrived. MPI 4.1, 12.3 and
 * 12.3.5: the buffer of an Rget must not be accessed before its request completes.
 */
//@ expect: error RMA102 A B
//@ twin: prefetch_reads_arrived.c
#include <mpi.h>
#include <stdio.h>

#define BLK 8
#define NBLK 6

static int store[BLK * NBLK];

int main(int argc, char **argv)
{
    int block[2][BLK];
    int rank, size, cur = 0;
    long sum = 0;
    MPI_Win win;
    MPI_Request rq;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < BLK * NBLK; i++)
        store[i] = rank + i;
    MPI_Win_create(store, sizeof store, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int from = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_SHARED, from, 0, win);
    MPI_Rget(block[cur], BLK, MPI_INT, from, 0, BLK, MPI_INT, win, &rq);
    MPI_Wait(&rq, MPI_STATUS_IGNORE);
    for (int b = 1; b < NBLK; b++) {
        MPI_Rget(block[1 - cur], BLK, MPI_INT, from, b * BLK, BLK, MPI_INT, win, &rq); //@ A
        for (int i = 0; i < BLK; i++)
            sum += block[1 - cur][i]; //@ B
        MPI_Wait(&rq, MPI_STATUS_IGNORE);
        cur = 1 - cur;
    }
    MPI_Win_unlock(from, win);

    printf("%d: %ld\n", rank, sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
