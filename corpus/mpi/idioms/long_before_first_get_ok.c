/*
 * Each process draws which cells of others it wants, for a long time, and fetches them; behind a barrier it gives its own cells new values, which depend
 * on what it has fetched.
 *
 * The flush completes the gets (MPI 4.1, 12.5.4), and the barrier behind it makes all owners wait for that before they store. The next gets are
 * issued behind the barrier at the end of the round, which follows the stores and a sync.
 */
//@ expect: none
//@ twin: long_before_first_get_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 64
#define WANTED 32
#define DRAWS 400000

static unsigned next(unsigned state)
{
    state ^= state << 13;
    state ^= state >> 17;
    return state ^ state << 5;
}

int main(int argc, char **argv)
{
    int rank, size, *cells, *wanted, fetched[WANTED];
    unsigned state;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    wanted = calloc(WANTED, sizeof *wanted);
    state = 2463534242u + (unsigned)rank;
    for (int n = 0; n < DRAWS; n++) {
        state = next(state);
        wanted[state / 64 % WANTED] = (int)(state / 4096 % (unsigned)(size * CELLS));
    }
    MPI_Win_allocate(CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < CELLS; i++)
        cells[i] = rank * CELLS + i;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < WANTED; i++)
            MPI_Get(&fetched[i], 1, MPI_INT, wanted[i] / CELLS, wanted[i] % CELLS, 1, MPI_INT, win); //@ GET
        MPI_Win_flush_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < CELLS; i++)
            cells[i] = fetched[i % WANTED] + 1; //@ STORE
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d: %d\n", rank, cells[0]);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(wanted);
    MPI_Finalize();
    return 0;
}
