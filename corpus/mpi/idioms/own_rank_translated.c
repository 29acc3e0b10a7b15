/*
 * Each process writes into the process of all that a rank of its half is, by MPI_Group_translate_ranks.
 *
 * The own rank in the half is the own rank among all (MPI 4.1, 7.3.1): each process writes into its own memory.
 */
//@ expect: none
//@ twin: first_rank_translated.c
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, inner, outer, *cell;
    MPI_Comm half;
    MPI_Group some, all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &inner);
    MPI_Comm_group(half, &some);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_translate_ranks(some, 1, &inner, all, &outer);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, outer, 0, 1, MPI_INT, win); //@ P
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
