// A pipeline over two windows that take turns: each process exposes a window to its predecessor, waits, and reads what came.
// Race-free: a window is exposed again only after its block was read (MPI 4.1, 12.5.2).
//
//@ expect: none
//@ twin: windows_in_turns_post_race.c
#include <mpi.h>

enum { BLOCKS = 32 };

int main(int argc, char **argv)
{
    int rank, size;
    double *block[2], value = 0, sum = 0;
    MPI_Win win[2];
    MPI_Group all, before, after;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank - 1, right = rank + 1;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, rank > 0 ? 1 : 0, &left, &before);
    MPI_Group_incl(all, rank < size - 1 ? 1 : 0, &right, &after);
    for (int b = 0; b < 2; b++) {
        MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &block[b], &win[b]);
        block[b][0] = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0) {
        MPI_Win_post(before, 0, win[0]);
        MPI_Win_post(before, 0, win[1]);
    }
    for (int k = 0; k < BLOCKS; k++) {
        int b = k & 1;
        if (rank > 0) {
            MPI_Win_wait(win[b]);
            sum += block[b][0];
            if (k + 2 < BLOCKS)
                MPI_Win_post(before, 0, win[b]);
        }
        value = sum + k;
        if (rank < size - 1) {
            MPI_Win_start(after, 0, win[b]);
            MPI_Put(&value, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win[b]);
            MPI_Win_complete(win[b]);
        }
    }
    for (int b = 0; b < 2; b++)
        MPI_Win_free(&win[b]);
    MPI_Finalize();
    return sum > 1e300;
}
