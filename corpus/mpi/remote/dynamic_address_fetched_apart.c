/*
 * A dynamic window with two pieces of memory: the first holds the address of the second. Each process knows where the first one of its right
 * neighbour is, gets the address that is stored there, and then gets an element of the second one.
 *
 * The owner stores to the same element of the first piece, whose address no process finds in a window.
 */
//@ expect: none
//@ twin: dynamic_address_fetched_meets.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    double got = 0, *first, *second;
    MPI_Aint at_first, at_second, there, *all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    first = malloc(64);
    second = malloc(64);
    MPI_Win_attach(win, first, 64);
    MPI_Win_attach(win, second, 64);
    MPI_Get_address(first, &at_first);
    MPI_Get_address(second, &at_second);
    *(MPI_Aint *)first = at_second;
    first[1] = second[1] = 0;
    all = malloc(size * sizeof *all);
    MPI_Allgather(&at_first, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Get(&there, 1, MPI_AINT, right, all[right], 1, MPI_AINT, win);
    MPI_Win_flush(right, win);
    MPI_Get(&got, 1, MPI_DOUBLE, right, there + 8, 1, MPI_DOUBLE, win);
    first[1] = 2;
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%g %g\n", got, first[1] + second[1]);

    MPI_Win_detach(win, first);
    MPI_Win_detach(win, second);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
