// All ranks add their histogram into the one of rank 0 and then clear their own.
// MPI_Win_flush_local completes the accumulate at the origin (MPI 4.1, 12.5.4); the bins may be reused.
//
//@ expect: none
//@ twin: acc_flush_local_store_race.c
#include <mpi.h>
#include <stdio.h>

#define BINS 10

int main(int argc, char **argv)
{
    int rank;
    int shared_bins[BINS] = {0}, bins[BINS];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int b = 0; b < BINS; b++)
        bins[b] = (rank + b) % 3;
    MPI_Win_create(shared_bins, sizeof shared_bins, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Accumulate(bins, BINS, MPI_INT, 0, 0, BINS, MPI_INT, MPI_SUM, win);
    MPI_Win_flush_local(0, win);
    for (int b = 0; b < BINS; b++)
        bins[b] = 0;
    MPI_Win_unlock(0, win);

    printf("%d\n", bins[rank % BINS]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
