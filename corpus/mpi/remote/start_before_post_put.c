/*
 * Rank 1 stores to a cell of one window and exposes another one; rank 0 puts into the exposed one, and then puts into
 * the cell of the first under a lock.
 *
 * Neither the start nor the complete has to wait for the post: the put may be buffered at rank 0 (MPI 4.1, 12.5.2 and 12.7.3). So the
 * store and the later put are not ordered. From 2 processes on.
 */
//@ expect: error RMA201 A B
//@ twin: start_before_post_get.c
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
            far[0] = 7; //@ A
            MPI_Win_post(group, 0, exposed);
            MPI_Win_wait(exposed);
        } else {
            MPI_Win_start(group, 0, exposed);
            MPI_Put(&near[1], 1, MPI_INT, 1, 0, 1, MPI_INT, exposed);
            MPI_Win_complete(exposed);
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, locked);
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, locked); //@ B
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
