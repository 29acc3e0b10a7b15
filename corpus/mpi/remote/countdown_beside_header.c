/*
 * Rank 0 writes the cells of rank 1 from the last to the first; rank 1 reads the cell in front of them, its header.
 *
 * The loop counts down and ends before the header: i is at least 1 in every iteration, so that no byte is in both
 * (MPI 4.1, 12.7.2).
 */
//@ expect: none
//@ twin: countdown_over_header.c
#include <mpi.h>
#include <stdio.h>

#define CELLS 6

int main(int argc, char **argv)
{
    int rank, *mem, row[CELLS + 1] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate((CELLS + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = CELLS;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int i = CELLS;

        while (i > 0) {
            MPI_Put(&row[i], 1, MPI_INT, 1, i, 1, MPI_INT, win); //@ A
            i--;
        }
    }
    if (rank == 1)
        printf("%d cells\n", mem[0]); //@ B
    MPI_Win_unlock_all(win);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
