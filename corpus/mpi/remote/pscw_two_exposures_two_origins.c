/*
 * Ranks 1 and 2 put into the same cell of rank 0.
 *
 * Rank 0 exposes to rank 1, waits, and then exposes to rank 2: the put of rank 2 comes after the second
 * post, which comes after the wait that completed the put of rank 1 (MPI 4.1, 12.5.2).
 */
//@ expect: none
//@ twin: pscw_one_exposure_two_origins.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Group all, group;
    int x, zero = 0, *mem;
    int first = 1, second = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    x = rank;

    if (rank == 0) {
        MPI_Group_incl(all, 1, &first, &group);
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        MPI_Group_free(&group);
        MPI_Group_incl(all, 1, &second, &group);
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        MPI_Group_free(&group);
        printf("%d\n", mem[0]);
    } else if (rank < 3) {
        MPI_Group_incl(all, 1, &zero, &group);
        MPI_Win_start(group, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
