/*
 * A number begins as the number of processes and falls while two tests hold, one of them that it is above one. Rank 0 puts into two cells of its
 * own window.
 *
 * The loop goes on only from a number above one, so what it leaves is one or more: never the cell zero.
 */
//@ expect: none
//@ twin: divisor_with_two_tests_meets.c
#include <mpi.h>

#define N 4096

int main(int argc, char **argv)
{
    static int cells[N];
    int x = 1, rank, size, v;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    v = size;
    while (v > 1 && size % (v + 1) != 0)
        v--;
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
