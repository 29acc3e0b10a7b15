// Every rank collects one int from each rank and finds the largest.
// MPI_Win_flush_local_all completes all gets of this process on the window at the origin (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: get_flush_local_all_load_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int largest(const int *a, int n)
{
    int best = 0;
    for (int i = 0; i < n; i++)
        best = a[i] > best ? a[i] : best;
    return best;
}

int main(int argc, char **argv)
{
    int rank, size, mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = (rank * 7919) % 101;
    int *all = malloc(size * sizeof(int));
    MPI_Win_create(&mine, sizeof mine, sizeof mine, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    for (int p = 0; p < size; p++)
        MPI_Get(all + p, 1, MPI_INT, p, 0, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    printf("%d: max %d\n", rank, largest(all, size));
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    free(all);
    MPI_Finalize();
    return 0;
}
