/*
 * The even ranks ask for their ranks in their group, and each of them puts into a slot of rank 0.
 *
 * The slot is that of its rank there, and members of one group have different ranks (MPI 4.1, 7.3.1).
 */
//@ expect: none
//@ twin: group_rank_one_slot.c
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, own = 0;
    double *slots, value = 1;
    MPI_Win win;
    MPI_Group all, even;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(size * sizeof *slots, sizeof *slots, MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    int range[1][3] = {{0, (size - 1) / 2 * 2, 2}};
    MPI_Group_range_incl(all, 1, range, &even);

    MPI_Win_fence(0, win);
    if (rank % 2 == 0) {
        MPI_Group_rank(even, &own);
        MPI_Put(&value, 1, MPI_DOUBLE, 0, own, 1, MPI_DOUBLE, win);
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
