/*
 * A loop of fence epochs; each step puts into the next cell of the right neighbour.
 *
 * Each step opens with a fence that says that nothing precedes: from the second step on the put of the last
 * one is pending (MPI 4.1, 12.5.5). Happens with any number of processes.
 */
//@ expect: error RMA504 A B
//@ twin: noprecede_in_first_step.c
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
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win); //@ B
        MPI_Put(&out[s], 1, MPI_INT, (rank + 1) % size, s, 1, MPI_INT, win); //@ A
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    printf("%d\n", in[STEPS - 1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
