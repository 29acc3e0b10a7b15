/*
 * Figure 2.4c: ranks 0 and 2 open an access epoch to rank 1, which exposes its window to both; one puts, the
 * other gets.
 *
 * Both touch the same cell in one exposure epoch (MPI 4.1, 12.5.2, 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A B
//@ twin: pscw_two_origins_two_cells.c
#include <mpi.h>
#include <stdio.h>

static MPI_Group group_of(int n, const int *ranks)
{
    MPI_Group all, some;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, n, ranks, &some);
    MPI_Group_free(&all);
    return some;
}

int main(int argc, char **argv)
{
    const int origins[] = {0, 2}, target = 1;
    int rank, size, give = 8, take = 0, *x;
    MPI_Group group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
    x[0] = x[1] = 0;
    if (rank == target) {
        group = group_of(2, origins);
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        printf("%d %d\n", x[0], x[1]);
        MPI_Group_free(&group);
    } else if (rank < 3) {
        group = group_of(1, &target);
        MPI_Win_start(group, 0, win);
        if (rank == 0)
            MPI_Put(&give, 1, MPI_INT, target, 0, 1, MPI_INT, win); //@ A
        if (rank == 2)
            MPI_Get(&take, 1, MPI_INT, target, 0, 1, MPI_INT, win); //@ B
        MPI_Win_complete(win);
        printf("%d: %d\n", rank, take);
        MPI_Group_free(&group);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
