/*
 * Rank 0 starts an access epoch to rank 1; rank 2 takes part in nothing.
 *
 * The put goes to rank 2, which is not in the group of the start (MPI 4.1, 12.5.2). Happens with 3 or more
 * processes.
 */
//@ expect: error RMA501 A A
//@ twin: put_inside_start_group.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const int zero = 0, one = 1;
    int rank, size, x = 12, *mem;
    MPI_Group all, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (rank == 0) {
        MPI_Group_incl(all, 1, &one, &group);
        MPI_Win_start(group, 0, win);
        MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win); //@ A
        MPI_Win_complete(win);
        MPI_Group_free(&group);
    } else if (rank == 1) {
        MPI_Group_incl(all, 1, &zero, &group);
        mem[0] = 0;
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        printf("%d\n", mem[0]);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&all);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
