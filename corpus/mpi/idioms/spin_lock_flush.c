/*
 * A spin lock by MPI_Compare_and_swap at rank 0 protects a pair of numbers there, which each process gets,
 * changes and puts.
 *
 * The put is flushed before the lock is given back (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: spin_lock_late_flush.c
#include <mpi.h>
#include <stdio.h>

enum { LOCK, PAIR, CELLS = 3 };

static void spin_lock(MPI_Win win)
{
    const int locked = 1, unlocked = 0;
    int was;

    do {
        MPI_Compare_and_swap(&locked, &unlocked, &was, MPI_INT, 0, LOCK, win);
        MPI_Win_flush(0, win);
    } while (was == locked);
}

static void spin_unlock(MPI_Win win)
{
    const int unlocked = 0;

    MPI_Accumulate(&unlocked, 1, MPI_INT, 0, LOCK, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
}

int main(int argc, char **argv)
{
    int rank, size, pair[2], *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[LOCK] = 0;
    mem[PAIR] = mem[PAIR + 1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    spin_lock(win);
    MPI_Get(pair, 2, MPI_INT, 0, PAIR, 2, MPI_INT, win);
    MPI_Win_flush(0, win);
    pair[0] += 1;
    pair[1] += rank;
    MPI_Put(pair, 2, MPI_INT, 0, PAIR, 2, MPI_INT, win);
    MPI_Win_flush(0, win);
    spin_unlock(win);
    MPI_Win_unlock_all(win);
    printf("%d %d\n", pair[0], pair[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
