// Rank 0 collects a block from every rank under lock_all and writes the lot to a file with fwrite.
// fwrite reads the blocks after MPI_Win_unlock_all, which completes every get at the origin (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: get_unlock_all_fwrite_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define PER_RANK 100

int main(int argc, char **argv)
{
    int rank, nprocs;
    double local[PER_RANK], *all = NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    for (int i = 0; i < PER_RANK; i++)
        local[i] = rank + 0.01 * i;
    MPI_Win_create(local, sizeof local, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        FILE *f = fopen("/dev/null", "wb");
        if (f == NULL)
            MPI_Abort(MPI_COMM_WORLD, 1);
        all = malloc((size_t)nprocs * PER_RANK * sizeof(double));
        MPI_Win_lock_all(0, win);
        for (int r = 0; r < nprocs; r++)
            MPI_Get(all + r * PER_RANK, PER_RANK, MPI_DOUBLE, r, 0, PER_RANK, MPI_DOUBLE, win);
        MPI_Win_unlock_all(win);
        fwrite(all, sizeof(double), (size_t)nprocs * PER_RANK, f);
        fclose(f);
        free(all);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
