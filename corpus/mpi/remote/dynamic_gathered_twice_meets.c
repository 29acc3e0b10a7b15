/*
 * A dynamic window with two arrays, whose addresses all processes gather, one after the other; each puts into the first array of its
 * right neighbour.
 *
 * The address is one of those gathered first, of the array that the owner stores to at the same time (MPI 4.1, 12.7). Element i of what
 * all gather is the address in process i, whatever it is as a number: hence an error. From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: dynamic_gathered_twice_apart.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double seen[8], given[8];

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Aint here;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    double value = rank;
    MPI_Aint *first = malloc(size * sizeof *first), *second = malloc(size * sizeof *second);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, seen, sizeof seen);
    MPI_Win_attach(win, given, sizeof given);
    MPI_Get_address(seen, &here);
    MPI_Allgather(&here, 1, MPI_AINT, first, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Get_address(given, &here);
    MPI_Allgather(&here, 1, MPI_AINT, second, 1, MPI_AINT, MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, right, first[right], 1, MPI_DOUBLE, win); //@ A
    MPI_Win_flush(right, win);
    seen[0] = 0.5; //@ B
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);

    printf("%g %g\n", seen[0], given[0]);
    MPI_Win_detach(win, seen);
    MPI_Win_detach(win, given);
    MPI_Win_free(&win);
    free(first);
    free(second);
    MPI_Finalize();
    return 0;
}
