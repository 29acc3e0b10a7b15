/*
 * Two processes expose their windows to each other, each with a group that a branch has made: rank 0 that of rank 1, rank 1 that of rank 0.
 *
 * Whichever branch has made it, the group names the partner. Each stores after its wait, which comes after the other's complete call
 * (MPI 4.1, 12.5.2).
 */
//@ expect: none
//@ twin: groups_by_branch_early.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, partner, *mem;
    MPI_Group world, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    if (rank < 2) {
        if (rank == 0) {
            partner = 1;
            MPI_Group_incl(world, 1, &partner, &group);
        } else {
            partner = 0;
            MPI_Group_incl(world, 1, &partner, &group);
        }
        MPI_Win_post(group, 0, win);
        MPI_Win_start(group, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        *mem = 2;
        MPI_Group_free(&group);
    }

    MPI_Win_free(&win);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
