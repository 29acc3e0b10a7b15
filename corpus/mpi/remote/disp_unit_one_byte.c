/*
 * Each process puts one int at displacement `rank` of the window of rank 0.
 *
 * The displacement unit is one byte: ints of neighbouring ranks overlap in three bytes (MPI 4.1, 12.2.1,
 * 12.3.1: the target address is base + disp_unit * displacement). Happens with 2 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: disp_unit_one_int.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    int x, *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    x = rank;

    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win); //@ A
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("%d\n", mem[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
