/*
 * A loop of fence epochs; each step puts into the next cell of the right neighbour.
 *
 * Only the first step says so, where it is true (MPI 4.1, 12.5.5).
 */
//@ expect: none
//@ twin: noprecede_in_each_step.c
#include <mpi.h>
#include <stdio.h>

enum { STEPS = 8 };

int main(int argc, char **argv)
{
    int rank, size, out[STEPS], *in;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(STEPS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &in, &win);
    for (int s = 0; s < STEPS; s++)
        out[s] = rank * s;

    for (int s = 0; s < STEPS; s++) {
        MPI_Win_fence(s == 0 ? MPI_MODE_NOPRECEDE : 0, win);
        MPI_Put(&out[s], 1, MPI_INT, (rank + 1) % size, s, 1, MPI_INT, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    printf("%d\n", in[STEPS - 1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
