/*
 * Rank 0 makes a window of its array, all others one without memory, each in its branch; rank 1 puts into rank 0 under
 * post-start-complete-wait.
 *
 * The two calls are one collective (MPI 4.1, 12.2.1), and the displacement counts in units of the target. Rank 0 counts its
 * cell up after the wait, which completes the put (12.5.2).
 */
//@ expect: none
//@ twin: pscw_at_two_sites_early.c
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, cells[4] = {0}, value = 3, partner;
    MPI_Win win;
    MPI_Group all, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    partner = 1 - rank;

    if (rank == 0) {
        MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Group_incl(all, 1, &partner, &group);
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        cells[3]++; //@ B
        MPI_Group_free(&group);
    } else {
        MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        if (rank == 1) {
            MPI_Group_incl(all, 1, &partner, &group);
            MPI_Win_start(group, 0, win);
            MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); //@ A
            MPI_Win_complete(win);
            MPI_Group_free(&group);
        }
    }

    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
