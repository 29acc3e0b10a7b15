/*
 * Rank 0 puts a number into one cell of rank 1; all sum up their cells, rank 1 without the one that is written.
 *
 * No process reads the cell between the fences. With `-O2` clang makes a loop over vectors of cells, of which it drops the lanes that are left out.
 */
//@ expect: none
//@ twin: lane_left_out_beside.c
#include <mpi.h>
#include <stdio.h>

#define N 256

static int mem[N];

int main(int argc, char **argv)
{
    int rank, value = 1, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 20, 1, MPI_INT, win);
    for (int i = 0; i < N; i++)
        if (rank != 1 || i != 20)
            sum += mem[i];
    MPI_Win_fence(0, win);

    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
