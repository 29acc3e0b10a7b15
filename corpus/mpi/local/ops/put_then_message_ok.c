// A block is on its way to rank 1 with a put while rank 0 talks to rank 1 by messages through the same block.
// Rank 0 sends from the block: MPI_Send only reads the origin buffer of a pending put, which is allowed
// (MPI 4.1, 12.3 forbids updating it).
//
//@ expect: none
//@ twin: put_then_message_race.c
#include <mpi.h>
#include <stdio.h>

enum { N = 4, TAG = 5 };

int main(int argc, char **argv)
{
    int rank;
    float a[N] = {0.5f}, w[N] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(w, sizeof w, sizeof *w, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(a, N, MPI_FLOAT, 1, 0, N, MPI_FLOAT, win);
        MPI_Send(a, N, MPI_FLOAT, 1, TAG, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(a, N, MPI_FLOAT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);

    printf("%f\n", a[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
