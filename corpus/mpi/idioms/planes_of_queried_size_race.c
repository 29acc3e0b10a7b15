/*
 * Each process keeps two planes of cells in its part of a shared window and works on them in turns. How many cells a plane of the
 * left neighbour has follows from the size and the unit that MPI_Win_shared_query gives.
 *
 * The query gives the size and the unit that the neighbour gave when the window was made (MPI 4.1, 12.2.3), which are those of all:
 * 2 * CELLS doubles. In step s the neighbour stores into plane 1 - (s & 1), and the last cell of this plane is loaded at the same
 * time: nothing orders the two before the barrier at the end of the step.
 */
//@ expect: error RMA201 A B
//@ twin: planes_of_queried_size_ok.c
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 96, STEPS = 200000 };

int main(int argc, char **argv)
{
    int rank, unit;
    double *own, *left = NULL, edge = 0;
    MPI_Aint bytes;
    MPI_Comm node;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Win_allocate_shared(2 * CELLS * sizeof(double), sizeof(double), MPI_INFO_NULL, node, &own, &win);
    long cells = 0;
    if (rank > 0) {
        MPI_Win_shared_query(win, rank - 1, &bytes, &unit, &left);
        cells = bytes / unit / 2;
    }
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < 2 * CELLS; i++)
        own[i] = rank;
    MPI_Win_sync(win);
    MPI_Barrier(node);
    MPI_Win_sync(win);
    for (int s = 0; s < STEPS; s++) {
        int now = s & 1, next = 1 - now;
        if (rank > 0)
            edge = left[next * cells + cells - 1]; //@ A
        for (int i = 0; i < CELLS; i++)
            own[next * CELLS + i] = (own[now * CELLS + i] + edge) / 2; //@ B
        MPI_Win_sync(win);
        MPI_Barrier(node);
        MPI_Win_sync(win);
    }
    MPI_Win_unlock_all(win);
    printf("%f\n", edge);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
