/*
 * Even ranks add to a cell of rank 0, odd ranks clear it by MPI_Compare_and_swap when it holds a certain
 * value.
 *
 * Both work on MPI_INT; MPI_Compare_and_swap and accumulates of one type are atomic to each other (MPI 4.1,
 * 12.3.4, 12.7.1).
 */
//@ expect: none
//@ twin: cas_and_sum_of_float.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, zero = 0, full = 100, old = 0;
    int one = 1;
    int *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rank % 2 == 0)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    else
        MPI_Compare_and_swap(&zero, &full, &old, MPI_INT, 0, 0, win);
    MPI_Win_unlock(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
