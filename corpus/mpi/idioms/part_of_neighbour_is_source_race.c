/*
 * A process puts the last cell of its left neighbour in a shared window, which lies in front of its own part (MPI 4.1, 12.2.3), into a window of
 * rank 0.
 *
 * Rank 0 reads the cell in the same epoch (MPI 4.1, 12.7.3).
 */
//@ expect: error RMA201 A B
//@ twin: part_of_neighbour_is_source_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, in_node, n = argc > 1 ? atoi(argv[1]) : 64;
    long *cells, *mine, sum = 0;
    MPI_Win win, shared;
    MPI_Comm node;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &in_node);
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate_shared(n * sizeof(long), sizeof(long), MPI_INFO_NULL, node, &mine, &shared);
    MPI_Win_lock_all(0, shared);
    for (int i = 0; i < n; i++)
        mine[i] = i;
    MPI_Win_sync(shared);
    MPI_Barrier(node);
    MPI_Win_sync(shared);
    MPI_Win_fence(0, win);
    if (in_node > 0 && rank == 1)
        MPI_Put(mine - 1, 1, MPI_LONG, 0, 2, 1, MPI_LONG, win); //@ A
    if (rank == 0)
        sum += cells[2]; //@ B
    MPI_Win_fence(0, win);
    MPI_Win_unlock_all(shared);
    printf("%ld\n", sum);
    MPI_Win_free(&shared);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
