/*
 * Each process looks for a divisor of the number of processes at or below its rank plus two. Rank 0 puts into two cells of its own window.
 *
 * With an even number of processes rank 0 finds two at once, and both puts write the cell two. Two puts of one epoch to one cell are an error (MPI 4.1, 12.7).
 */
//@ expect: error RMA203 A B
//@ twin: divisor_by_rank_apart.c
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
    v = rank + 2;
    while (v > 1 && size % v != 0)
        v--;
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_INT, 0, 2, 1, MPI_INT, win); //@ A
        MPI_Put(&x, 1, MPI_INT, 0, v, 1, MPI_INT, win); //@ B
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
