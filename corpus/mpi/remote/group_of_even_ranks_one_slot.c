/*
 * The even ranks make a communicator of their group, and each of them puts into a slot of rank 0.
 *
 * All put into slot 0, and the fence behind them does not order the puts among themselves (MPI 4.1, 12.7). Happens with 3 or more processes.
 */
//@ expect: error RMA203 A A
//@ twin: group_of_even_ranks_own_slots.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, own = 0;
    double *slots, value = 1;
    MPI_Win win;
    MPI_Group all, even;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * sizeof *slots, sizeof *slots, MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    int range[1][3] = {{0, (size - 1) / 2 * 2, 2}};
    MPI_Group_range_incl(all, 1, range, &even);

    MPI_Win_fence(0, win);
    if (rank % 2 == 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, even, 3, &part);
        MPI_Comm_rank(part, &own);
        MPI_Put(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win); //@ A
        MPI_Comm_free(&part);
    }
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("%d %g\n", own, slots[0]);

    MPI_Group_free(&even);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
