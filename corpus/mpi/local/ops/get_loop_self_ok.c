// Rank 0 visits all ranks with a get in a loop and counts positive entries afterwards.
// Each rank's value has an element of its own.
//
//@ expect: none
//@ twin: get_loop_self_race.c
#include <mpi.h>
#include <stdio.h>

#define MAXP 64

int main(int argc, char **argv)
{
    int rank, size, value, found[MAXP] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > MAXP)
        MPI_Abort(MPI_COMM_WORLD, 2);
    value = 7 - rank;
    MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        for (int r = 0; r < size; r++)
            MPI_Get(found + r, 1, MPI_INT, r, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);

    int positive = 0;
    for (int r = 0; r < size; r++)
        positive += found[r] > 0;
    printf("%d: %d\n", rank, positive);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
