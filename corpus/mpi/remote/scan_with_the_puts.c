/*
 * Puts to a neighbour without wrap-around, flush, MPI_Scan, load of the own cell.
 *
 * The puts go to the higher neighbour: its result of the scan contains the value of every lower rank, each
 * given after its flush (MPI 4.1, 6.11.1, 12.5.4).
 */
//@ expect: none
//@ twin: scan_against_the_puts.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, sum = 0, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    int to = rank + 1;
    MPI_Win_lock_all(0, win);
    if (to >= 0 && to < size) {
        MPI_Put(&x, 1, MPI_INT, to, 0, 1, MPI_INT, win);
        MPI_Win_flush(to, win);
    }
    MPI_Scan(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d\n", mem[0] + sum);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
