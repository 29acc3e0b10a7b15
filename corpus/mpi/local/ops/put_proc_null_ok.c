// A shift to the next lower rank, written for rank 1 with a constant target.
// The target is MPI_PROC_NULL: no operation takes place (MPI 4.1, 12.3), so the store conflicts with nothing.
//
//@ expect: none
//@ twin: put_proc_null_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, edge = 0, x = 1;
    const int dest = MPI_PROC_NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&edge, sizeof edge, sizeof edge, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&x, 1, MPI_INT, dest, 0, 1, MPI_INT, win);
        x = 2;
    }
    MPI_Win_fence(0, win);

    printf("%d\n", x + edge);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
