/*
 * A mailbox in window memory: rank 0 puts how many items there are, and after a fence the items; rank 1 reads as many as it was told.
 *
 * The count is what rank 0 has put, not what rank 1 has stored itself. The items are there after the next fence, and rank 1 reads
 * them then (MPI 4.1, 12.5.1).
 */
//@ expect: none
//@ twin: mailbox_count_race.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, n = 3, item[3] = {4, 5, 6}, *count, *items;
    MPI_Win counts, box;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &count, &counts);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &items, &box);
    *count = 0;

    MPI_Win_fence(0, counts);
    if (rank == 0)
        MPI_Put(&n, 1, MPI_INT, 1, 0, 1, MPI_INT, counts);
    MPI_Win_fence(0, counts);

    MPI_Win_fence(0, box);
    if (rank == 0)
        MPI_Put(item, 3, MPI_INT, 1, 0, 3, MPI_INT, box);
    MPI_Win_fence(0, box);
    if (rank == 1)
        for (int i = 0; i < *count; i++)
            printf("%d\n", items[i]);

    MPI_Win_free(&box);
    MPI_Win_free(&counts);
    MPI_Finalize();
    return 0;
}
