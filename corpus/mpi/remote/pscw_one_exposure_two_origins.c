/*
 * Ranks 1 and 2 put into the same cell of rank 0.
 *
 * Both are in the group of one exposure epoch: their puts are concurrent and write the same bytes (MPI 4.1,
 * 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: pscw_two_exposures_two_origins.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;
    MPI_Group all, group;
    int x, zero = 0, *mem;
    int both[2] = {1, 2};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    x = rank;

    if (rank == 0) {
        MPI_Group_incl(all, 2, both, &group);
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        MPI_Group_free(&group);
        printf("%d\n", mem[0]);
    } else if (rank < 3) {
        MPI_Group_incl(all, 1, &zero, &group);
        MPI_Win_start(group, 0, win);
        MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win); //@ A
        MPI_Win_complete(win);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
