/*
 * Each process adds one to a number of every process, which a word of that process protects: a spin lock made of compare-and-swaps.
 *
 * Only who has swapped the word stores zero there, after the put is complete at the target: no two processes are between the two at one
 * target (MPI 4.1, 12.3.4, 12.5.4).
 */
//@ expect: none
//@ twin: spin_lock_of_each_rank_early.c
#include <mpi.h>
#include <stdio.h>

enum { LOCK, NUMBER, CELLS };

static void take(MPI_Win win, int rank)
{
    const long held = 1, nobody = 0;
    long was;
    do {
        MPI_Compare_and_swap(&held, &nobody, &was, MPI_LONG, rank, LOCK, win);
        MPI_Win_flush(rank, win);
    } while (was != nobody);
}

static void give_back(MPI_Win win, int rank)
{
    const long nobody = 0;
    MPI_Accumulate(&nobody, 1, MPI_LONG, rank, LOCK, 1, MPI_LONG, MPI_REPLACE, win);
    MPI_Win_flush(rank, win);
}

int main(int argc, char **argv)
{
    int rank, size;
    long number, *cells;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(CELLS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[LOCK] = cells[NUMBER] = 0;
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < size; k++) {
        int owner = (rank + k) % size;
        take(win, owner);
        MPI_Get(&number, 1, MPI_LONG, owner, NUMBER, 1, MPI_LONG, win);
        MPI_Win_flush(owner, win);
        number++;
        MPI_Put(&number, 1, MPI_LONG, owner, NUMBER, 1, MPI_LONG, win);
        MPI_Win_flush(owner, win);
        give_back(win, owner);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    printf("%ld\n", cells[NUMBER]);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
