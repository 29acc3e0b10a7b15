// A shift to the next lower rank, written for rank 1 with a constant target.
// The target is rank 0, so the put is a real one and the store meets its pending read (MPI 4.1, 12.3).
//
//@ expect: error RMA101 A B
//@ twin: put_proc_null_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, edge = 0, x = 1;
    const int dest = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&edge, sizeof edge, sizeof edge, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, dest, 0, 1, MPI_INT, win); //@ A
        x = 2; //@ B
    }
    MPI_Win_fence(0, win);

    printf("%d\n", x + edge);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
