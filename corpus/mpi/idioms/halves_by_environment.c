/*
 * Each process fills both halves of its neighbours; the length of a half is a number of the environment.
 *
 * All processes have the same environment (assumption 26), so the half before n and the one from n on lie apart.
 */
//@ expect: none
//@ twin: halves_by_own_variable.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n;
    const char *text;
    double *halves, *mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    text = getenv("HALF_LENGTH");
    n = text ? atoi(text) : 16;
    if (n < 1 || n > 64)
        MPI_Abort(MPI_COMM_WORLD, 1);
    mine = calloc(n, sizeof *mine);
    MPI_Win_allocate(128 * sizeof *halves, sizeof *halves, MPI_INFO_NULL, MPI_COMM_WORLD, &halves, &win);
    MPI_Win_fence(0, win);
    MPI_Put(mine, n, MPI_DOUBLE, (rank + 1) % size, 0, n, MPI_DOUBLE, win); //@ A
    MPI_Put(mine, n, MPI_DOUBLE, (rank + size - 1) % size, n, n, MPI_DOUBLE, win); //@ B
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(mine);
    MPI_Finalize();
    return 0;
}
