// MPI_Compare_and_swap between fences.
// The result is printed before the closing fence (MPI 4.1, 12.3).
//
//@ expect: error RMA102 A B
//@ twin: cas_fence_result_ok.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, leader = -1, nobody = -1, was = -1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&leader, sizeof leader, sizeof leader, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Compare_and_swap(&rank, &nobody, &was, MPI_INT, size / 2, 0, win); //@ A
    printf("rank %d: %s\n", rank, was < 0 ? "leader" : "follower"); //@ B
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
