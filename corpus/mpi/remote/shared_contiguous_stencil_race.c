// A process reads the last cell of the previous part and the first cell of the next part, which lie beside its own part (MPI 4.1, 12.2.3),
// and no fence keeps their owners from changing them in the same step.
//
//@ expect: error RMA201 A B
//@ twin: shared_contiguous_stencil_ok.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    double *old, *new;
    MPI_Win wins[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 64, steps = argc > 2 ? atoi(argv[2]) : 10;
    MPI_Win_allocate_shared(n * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &old, &wins[0]);
    MPI_Win_allocate_shared(n * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &new, &wins[1]);
    for (int i = 0; i < n; i++)
        old[i] = new[i] = rank;
    int first = rank == 0 ? 1 : 0, last = rank == size - 1 ? n - 1 : n;
    MPI_Win_fence(0, wins[0]);
    MPI_Win_fence(0, wins[1]);
    for (int step = 0; step < steps; step++) {
        for (int i = first; i < last; i++)
            new[i] = (old[i - 1] + old[i] + old[i + 1]) / 3; //@ A
        for (int i = 0; i < n; i++)
            old[i] = new[i]; //@ B
        MPI_Win_fence(0, wins[0]);
    }
    MPI_Win_free(&wins[0]);
    MPI_Win_free(&wins[1]);
    MPI_Finalize();
    return 0;
}
