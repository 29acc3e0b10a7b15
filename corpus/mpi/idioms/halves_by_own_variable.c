/*
 * Each process fills both halves of its neighbours; the length of a half is a number of the environment.
 *
 * A launcher gives each process its own value of this variable, so the end of one half can lie in another.
 */
//@ expect: warning RMA203 A B
//@ twin: halves_by_environment.c
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
    text = getenv("OMPI_COMM_WORLD_LOCAL_RANK");
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
