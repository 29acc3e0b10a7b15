/* A histogram by MPI_Accumulate and a log of its owner, which a queue lock protects. */
#include "mcs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 64, BATCH = 128 };

static void count_batch(MPI_Win bins, int size, int *local)
{
    memset(local, 0, BINS * (size_t)size * sizeof *local);
    for (int i = 0; i < BATCH; i++)
        local[rand() % (BINS * size)]++;
    for (int owner = 0; owner < size; owner++)
        MPI_Accumulate(local + BINS * owner, BINS, MPI_INT, owner, 0, BINS, MPI_INT, MPI_SUM, bins);
    MPI_Win_flush_local_all(bins);
}

/* Adds to the first and the last number at rank 0; only one rank at a time may be here. */
static void append(MPI_Win log, int amount)
{
    long entry[2];

    MPI_Get(entry, 2, MPI_LONG, 0, 0, 2, MPI_LONG, log);
    MPI_Win_flush(0, log);
    entry[0] += amount;
    entry[1] += 1;
    MPI_Put(entry, 2, MPI_LONG, 0, 0, 2, MPI_LONG, log);
    MPI_Win_flush(0, log);
}

int main(int argc, char **argv)
{
    struct Mcs lock;
    MPI_Win bins, log;
    int rank, size, rounds, *own, *local;
    long *entry, mine = 0, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? atoi(argv[1]) : 100;
    mcs_create(&lock, MPI_COMM_WORLD);
    MPI_Win_allocate(BINS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &bins);
    MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &entry, &log);
    memset(own, 0, BINS * sizeof *own);
    entry[0] = entry[1] = 0;
    local = malloc(BINS * (size_t)size * sizeof *local);
    if (local == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    srand(1u + (unsigned)rank);

    MPI_Win_lock_all(0, bins);
    MPI_Win_lock_all(0, log);
    MPI_Win_sync(bins);
    MPI_Win_sync(log);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int r = 0; r < rounds; r++) {
        count_batch(bins, size, local);
        mcs_acquire(&lock);
        append(log, BATCH);
        mcs_release(&lock);
    }
    MPI_Win_flush_all(bins);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(bins);
    MPI_Win_sync(log);

    for (int b = 0; b < BINS; b++)
        mine += own[b];
    MPI_Reduce(&mine, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld counted, %ld logged in %ld entries\n", all, entry[0], entry[1]);

    MPI_Win_unlock_all(log);
    MPI_Win_unlock_all(bins);
    MPI_Win_free(&log);
    MPI_Win_free(&bins);
    free(local);
    mcs_free(&lock);
    MPI_Finalize();
    return 0;
}
