/*
 * Rank 0 exposes its window to all others, which reduce into one cell; the highest of them starts the sum.
 *
 * It adds like the others (MPI 4.1, 12.7.1).
 */
//@ expect: none
//@ twin: pscw_accumulate_and_put.c
#include <mpi.h>
#include <stdio.h>

static void access_root(int rank, int size, MPI_Group root, MPI_Win win)
{
    MPI_Win_start(root, 0, win);
    if (rank == size - 1)
        MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank < size - 1)
        MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_complete(win);
}

int main(int argc, char **argv)
{
    const int zero = 0;
    int rank, size, *sum;
    MPI_Group all, root, others;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &zero, &root);
    MPI_Group_excl(all, 1, &zero, &others);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &win);
    if (rank == 0) {
        sum[0] = 0;
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        printf("%d\n", sum[0]);
    } else {
        access_root(rank, size, root, win);
    }
    MPI_Group_free(&others);
    MPI_Group_free(&root);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
