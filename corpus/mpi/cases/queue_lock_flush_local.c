/*
 * The queue lock of Mellor-Crummey and Scott over accumulate-class calls; it protects a total at rank 0 that
 * is read by get and written by put. After the MCS lock that Nasty-MPI tests.
 *
 * The put is completed by flush_local only (MPI 4.1, 12.5.4): when the next holder has the lock, the put of
 * the last one may still be on its way, against the get and against the next put. Happens with 2 or more
 * processes.
 */
//@ expect: error RMA203 G P
//@ expect: error RMA203 P P
//@ twin: queue_lock_flush.c
#include <mpi.h>
#include <stdio.h>

enum { NEXT, BLOCKED, TAIL, TOTAL, CELLS };

static int swap(int who, int cell, int value, MPI_Op op, MPI_Win win)
{
    int old;

    MPI_Fetch_and_op(&value, &old, MPI_INT, who, cell, op, win);
    MPI_Win_flush(who, win);
    return old;
}

static void acquire(int self, MPI_Win win)
{
    swap(self, NEXT, -1, MPI_REPLACE, win);
    swap(self, BLOCKED, 1, MPI_REPLACE, win);
    int before = swap(0, TAIL, self, MPI_REPLACE, win);
    if (before >= 0) {
        swap(before, NEXT, self, MPI_REPLACE, win);
        while (swap(self, BLOCKED, 0, MPI_NO_OP, win) != 0)
            continue;
    }
}

static void release(int self, MPI_Win win)
{
    int none = -1, seen, next;

    MPI_Compare_and_swap(&none, &self, &seen, MPI_INT, 0, TAIL, win);
    MPI_Win_flush(0, win);
    if (seen == self)
        return;
    while ((next = swap(self, NEXT, 0, MPI_NO_OP, win)) < 0)
        continue;
    swap(next, BLOCKED, 0, MPI_REPLACE, win);
}

int main(int argc, char **argv)
{
    int rank, size, total, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    cell[NEXT] = cell[TAIL] = -1;
    cell[BLOCKED] = cell[TOTAL] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    acquire(rank, win);
    MPI_Get(&total, 1, MPI_INT, 0, TOTAL, 1, MPI_INT, win); //@ G
    MPI_Win_flush(0, win);
    total += rank;
    MPI_Put(&total, 1, MPI_INT, 0, TOTAL, 1, MPI_INT, win); //@ P
    MPI_Win_flush_local(0, win);
    release(rank, win);
    MPI_Win_unlock_all(win);
    printf("%d\n", total);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
