// A loop with `!=` up to a parameter ends in front of the part that is sent. The put reads its origin until
// the unlock (MPI 4.1, 12.5.3).
//
//@ expect: none
//@ twin: not_equal_parameter_race.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *mem;
    MPI_Win_allocate((argc + 2) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int right = (rank + 1) % size;

    int n = argc + 2;
    int *buf = calloc(2 * n, sizeof *buf);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(buf + n, n, MPI_INT, right, 0, n, MPI_INT, win);
    for (int i = 0; i != n; ++i)
        buf[i] = i;
    MPI_Win_unlock(right, win);
    printf("%d\n", buf[1]);
    free(buf);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
