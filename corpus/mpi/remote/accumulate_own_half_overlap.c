/*
 * Each process adds doubles to its right neighbour, every four bytes.
 *
 * Accumulate operations are atomic and ordered for elements at the same place only; these overlap by halves (MPI 4.1, 12.7.1, 12.7.2).
 */
//@ expect: error RMA301 A A
//@ twin: accumulate_own_whole_elements.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    double value[4] = {0};
    char *mem;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; i++)
        MPI_Accumulate(&value[i], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, MPI_SUM, win); //@ A
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
