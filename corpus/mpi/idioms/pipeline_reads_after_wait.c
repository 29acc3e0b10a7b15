/*
 * A pipeline by rank: each stage exposes its window to the one before, works on what it gets and puts the
 * result into the next.
 *
 * It reads its input after MPI_Win_wait, which returns when the stage before has completed (MPI 4.1, 12.5.2).
 */
//@ expect: none
//@ twin: pipeline_reads_before_wait.c
#include <mpi.h>
#include <stdio.h>

static MPI_Group single(MPI_Group all, int rank)
{
    MPI_Group one;

    MPI_Group_incl(all, 1, &rank, &one);
    return one;
}

int main(int argc, char **argv)
{
    int rank, size, value = 1, *input;
    MPI_Group all, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &input, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);

    if (rank > 0) {
        other = single(all, rank - 1);
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
        value = 2 * input[0];
        MPI_Group_free(&other);
    }
    if (rank < size - 1) {
        other = single(all, rank + 1);
        MPI_Win_start(other, 0, win);
        MPI_Put(&value, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Group_free(&other);
    }
    printf("%d: %d\n", rank, value);
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
