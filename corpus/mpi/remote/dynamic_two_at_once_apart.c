/*
 * A dynamic window with two arrays, whose addresses all processes gather in one call; each puts into the first one of its right neighbour,
 * which stores to its second one meanwhile.
 *
 * Element 2 * i + k of what all gather is the address of array k in process i. The arrays have no byte in
 * common (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: dynamic_two_at_once_meets.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Aint here[2];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    long value = rank, *first = calloc(8, sizeof *first), *second = calloc(8, sizeof *second);
    MPI_Aint *all = malloc(2 * (size_t)size * sizeof *all);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, first, 8 * sizeof *first);
    MPI_Win_attach(win, second, 8 * sizeof *second);
    MPI_Get_address(first, &here[0]);
    MPI_Get_address(second, &here[1]);
    MPI_Allgather(here, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&value, 1, MPI_LONG, right, all[2 * right], 1, MPI_LONG, win);
    MPI_Win_unlock(right, win);
    second[0] = 5;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_detach(win, first);
    MPI_Win_detach(win, second);
    MPI_Win_free(&win);
    free(all);
    free(first);
    free(second);
    MPI_Finalize();
    return 0;
}
