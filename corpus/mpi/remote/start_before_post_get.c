/*
 * Rank 1 stores to a cell of one window and exposes another one; rank 0 gets from the exposed one, and then puts into
 * the cell of the first under a lock.
 *
 * What the get brings is there when the complete returns, and the get cannot begin before the post (MPI 4.1, 12.5.2): the complete
 * comes after the post, and so after the store.
 */
//@ expect: none
//@ twin: start_before_post_put.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, near[2] = {0}, far[2] = {0}, value = 3, partner;
    MPI_Win exposed, locked;
    MPI_Group all, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Win_create(near, sizeof near, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &exposed);
    MPI_Win_create(far, sizeof far, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &locked);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank < 2) {
        partner = 1 - rank;
        MPI_Group_incl(all, 1, &partner, &group);
        if (rank == 1) {
            far[0] = 7;
            MPI_Win_post(group, 0, exposed);
            MPI_Win_wait(exposed);
        } else {
            MPI_Win_start(group, 0, exposed);
            MPI_Get(&near[1], 1, MPI_INT, 1, 0, 1, MPI_INT, exposed);
            MPI_Win_complete(exposed);
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, locked);
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, locked);
            MPI_Win_unlock(1, locked);
        }
        MPI_Group_free(&group);
    }

    MPI_Group_free(&all);
    MPI_Win_free(&exposed);
    MPI_Win_free(&locked);
    MPI_Finalize();
    return 0;
}
