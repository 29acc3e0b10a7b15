/*
 * Rank 0 exposes its window to all others, a group that is made of a range of ranks, and they put into it.
 *
 * All of them put into the same cell in one exposure epoch: nothing orders the puts of two origins (MPI 4.1, 12.7.3). From
 * 3 processes on.
 */
//@ expect: error RMA203 A A
//@ twin: group_of_ranges_one_writer.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, root = 0, *mem, ranges[1][3];
    MPI_Win win;
    MPI_Group all, others, target;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((MPI_Aint)sizeof(int) * size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    ranges[0][0] = 1;
    ranges[0][1] = size - 1;
    ranges[0][2] = 1;
    MPI_Group_range_incl(all, 1, ranges, &others);
    MPI_Group_incl(all, 1, &root, &target);

    if (rank == 0) {
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        printf("%d\n", mem[1]);
    } else {
        MPI_Win_start(target, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win); //@ A
        MPI_Win_complete(win);
    }

    MPI_Group_free(&target);
    MPI_Group_free(&others);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
