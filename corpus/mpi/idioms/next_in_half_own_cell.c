// Two halves of all processes, each a ring: the next rank of the half, as a rank of all (MPI 4.1, 7.3.1). No two processes have the same one
// behind them.
//@ expect: none
//@ twin: next_in_half_same_cell.c

#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, inner, members, next, *cell, late = 0;
    MPI_Comm half;
    MPI_Group some, all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &inner);
    MPI_Comm_size(half, &members);
    MPI_Comm_group(half, &some);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    int behind = (inner + 1) % members;
    MPI_Group_translate_ranks(some, 1, &behind, all, &next);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Put(&late, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
