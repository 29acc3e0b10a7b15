/*
 * Parts of a shared window that grow with the rank: process r has (r + 1) * BLOCK numbers. Each process sets its numbers but the last
 * one; the last one is set by the process above it, which learns from MPI_Win_shared_query how long that part is.
 *
 * The query gives what process rank - 1 gave, rank * BLOCK numbers (MPI 4.1, 12.2.3), so its index is that of the last one, and the owner
 * sets this one too between the two fences, which order nothing between them.
 */
//@ expect: error RMA201 A B
//@ twin: end_of_queried_part_ok.c
#include <mpi.h>
#include <stdio.h>

enum { BLOCK = 64 };

int main(int argc, char **argv)
{
    int rank, unit;
    long *own, *below, sum = 0;
    MPI_Aint bytes;
    MPI_Comm node;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    long n = (rank + 1L) * BLOCK;
    MPI_Win_allocate_shared(n * (MPI_Aint)sizeof(long), sizeof(long), MPI_INFO_NULL, node, &own, &win);
    MPI_Win_fence(0, win);
    if (rank > 0) {
        MPI_Win_shared_query(win, rank - 1, &bytes, &unit, &below);
        below[bytes / unit - 1] = rank; //@ A
    }
    for (long i = 0; i < n; i++)
        own[i] = i; //@ B
    MPI_Win_fence(0, win);
    for (long i = 0; i < n; i++)
        sum += own[i];
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
