// Rank 0 sends a block with MPI_Isend and fetches the next one with MPI_Get.
// The get writes the block that the pending MPI_Isend reads (MPI 4.1, 3.7.2: the sender should not modify the send
// buffer until the send completes).
//
//@ expect: error RMA104 A B
//@ twin: get_with_isend_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 256

static int block[N], next_block[N], sink[N];

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;
    MPI_Request sreq;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        next_block[i] = rank * N + i;
    MPI_Win_create(next_block, sizeof next_block, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Isend(block, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &sreq); //@ A
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(block, N, MPI_INT, 1, 0, N, MPI_INT, win); //@ B
        MPI_Win_unlock(1, win);
        MPI_Wait(&sreq, MPI_STATUS_IGNORE);
        printf("%d\n", block[N / 2]);
    } else if (rank == 1) {
        MPI_Recv(sink, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
