// A loop makes two windows; the second fence of window 1 promises that nothing was stored into its memory.
// Race-free: the store is into the memory of window 0, about which nothing is promised (MPI 4.1, 12.5.5).
//
//@ expect: none
//@ twin: nostore_of_one_window_race.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int *cells[2], one = 1, me, size;
    MPI_Win win[2];

    MPI_Init(&argc, &argv);
    for (int k = 0; k < 2; k++)
        MPI_Win_allocate((k + 1) * 16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells[k], &win[k]);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < 2; k++) {
        MPI_Win_fence(0, win[k]);
        MPI_Put(&one, 1, MPI_INT, (me + 1) % size, 5, 1, MPI_INT, win[k]);
        MPI_Win_fence(0, win[k]);
    }
    cells[0][0] = 1;
    MPI_Win_fence(0, win[0]);
    MPI_Win_fence(MPI_MODE_NOSTORE, win[1]);
    for (int k = 0; k < 2; k++)
        MPI_Win_free(&win[k]);
    MPI_Finalize();
    return 0;
}
