// An accumulate in a start/complete epoch from a work vector, which the next step fills anew.
// The next step begins before MPI_Win_complete (MPI 4.1, 12.3: not to be updated before completion at the origin).
//
//@ expect: error RMA101 A B
//@ twin: acc_complete_store_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 6

static void next_step(int *w, int step)
{
    for (int i = 0; i < N; i++)
        w[i] = step * i; //@ B
}

int main(int argc, char **argv)
{
    int rank, peer, work[N], sums[N] = {0};
    MPI_Group world, pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Win_create(sums, sizeof sums, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    next_step(work, 1);

    peer = !rank;
    MPI_Group_incl(world, 1, &peer, &pair);
    if (rank == 1) {
        MPI_Win_start(pair, 0, win);
        MPI_Accumulate(work, N, MPI_INT, 0, 0, N, MPI_INT, MPI_SUM, win); //@ A
        next_step(work, 2);
        MPI_Win_complete(win);
    } else if (rank == 0) {
        MPI_Win_post(pair, 0, win);
        MPI_Win_wait(win);
    }
    printf("%d: %d %d\n", rank, work[N - 1], sums[N - 1]);

    MPI_Group_free(&pair);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
